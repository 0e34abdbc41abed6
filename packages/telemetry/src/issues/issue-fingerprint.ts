import { createHash } from 'node:crypto';
import { InvalidRecordError, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@stormlog/records';
import { type IssueKind, requireIssueKind } from './issue-words.ts';
import { normalizeDimensions } from './normalize-dimensions.ts';

/** Version of the rule by which fingerprints are made. */
export const ISSUE_FINGERPRINT_VERSION = 1;

const ID_HEX_DIGITS = 24;

/** What makes hits of a problem the same issue (docs/formats/issues.md §2); frozen, at every level. */
export interface IssueFingerprint {
  readonly schema_version: number;
  /** `issue:` and 24 hexadecimal digits. */
  readonly fingerprint_id: string;
  readonly kind: IssueKind;
  /** Normalised, keys sorted by code point. */
  readonly dimensions: JsonObject;
}

/**
 * The fingerprint of a kind of problem with these dimensions.
 *
 * @throws InvalidRecordError `field_invalid` for an unknown kind, a version below 1, or a blank name of a dimension
 */
export function issueFingerprint(
  kind: string,
  dimensions: JsonObject,
  schemaVersion = ISSUE_FINGERPRINT_VERSION,
): IssueFingerprint {
  const known = requireIssueKind(kind);
  if (schemaVersion < 1) {
    const message = `schema_version must be at least 1, found ${schemaVersion}`;
    throw new InvalidRecordError('field_invalid', message, { field: 'schema_version' });
  }
  const normalized = freeze(normalizeDimensions(dimensions));
  const hashed = { dimensions: normalized, kind: known, schema_version: schemaVersion };
  const digest = createHash('sha256')
    .update(stringifyJson(hashed, { sortKeys: true, ascii: true }))
    .digest('hex');
  return Object.freeze({
    schema_version: schemaVersion,
    fingerprint_id: `issue:${digest.slice(0, ID_HEX_DIGITS)}`,
    kind: known,
    dimensions: normalized,
  });
}

function freeze<Value extends JsonValue>(value: Value): Value {
  if (Array.isArray(value)) value.forEach(freeze);
  else if (isJsonObject(value)) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
