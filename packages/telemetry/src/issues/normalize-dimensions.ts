import {
  compareCodePoints,
  InvalidRecordError,
  isBlank,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  roundDecimal,
  stringifyJson,
} from '@stormlog/records';
import { normalizeText } from '../classification/normalize-text.ts';

const FLOAT_DIGITS = 6;

/**
 * Dimensions in the form that fingerprints are made of: keys sorted at every level, texts normalised, floats rounded to six
 * decimals, lists sorted by the text of their members (docs/formats/issues.md §2).
 *
 * @throws InvalidRecordError `field_invalid` for a blank key, at any level
 */
export function normalizeDimensions(dimensions: JsonObject): JsonObject {
  for (const key of Object.keys(dimensions)) {
    if (isBlank(key)) throw new InvalidRecordError('field_invalid', 'a dimension needs a name that is not blank');
  }
  return mapSorted(dimensions, normalizeValue);
}

/** A copy with the keys of every object sorted by code point, values and the order of lists unchanged. */
export function sortDimensionKeys(dimensions: JsonObject): JsonObject {
  return mapSorted(dimensions, sortKeys);
}

function mapSorted(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  const sorted = Object.entries(object).sort(([left], [right]) => compareCodePoints(left, right));
  return Object.fromEntries(sorted.map(([key, value]) => [key, change(value)]));
}

function normalizeValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return normalizeText(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : roundDecimal(value, FLOAT_DIGITS);
  if (Array.isArray(value)) return sortByText(value.map(normalizeValue));
  return isJsonObject(value) ? normalizeDimensions(value) : value;
}

function sortByText(values: readonly JsonValue[]): JsonValue[] {
  return values
    .map((value) => ({ value, text: stringifyJson(value, { sortKeys: true, ascii: true, spaced: true }) }))
    .sort((left, right) => compareCodePoints(left.text, right.text))
    .map(({ value }) => value);
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys);
  return isJsonObject(value) ? sortDimensionKeys(value) : value;
}
