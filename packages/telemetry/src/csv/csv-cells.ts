import {
  describeValue,
  InvalidRecordError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseFloatText,
  parseIntegerText,
  parseJson,
  stripWhiteSpace,
  truncateToInteger,
} from '@stormlog/records';
import { readPythonLiteral } from './read-python-literal.ts';

/** Which of two readers' rules apply: `diagnostics` for diagnoses, `query` for looking into a file as it is. */
export type CsvProfile = 'diagnostics' | 'query';

/** A row by column; an absent cell is null, an empty one the empty text. */
export type CsvCells = Readonly<Record<string, string | null>>;

/** Told of a metadata cell that is neither a JSON object nor a Python dictionary. */
export type MetadataUnreadable = (reason: string) => void;

const INTEGER_COLUMNS: ReadonlySet<string> = new Set([
  'schema_version',
  'timestamp_ns',
  'sampling_interval_ms',
  'pid',
  'rank',
  'local_rank',
  'world_size',
  'device_id',
  'allocator_allocated_bytes',
  'allocator_reserved_bytes',
  'allocator_active_bytes',
  'allocator_inactive_bytes',
  'allocator_change_bytes',
  'device_used_bytes',
  'device_free_bytes',
  'device_total_bytes',
  'memory_allocated',
  'memory_reserved',
  'memory_change',
  'total_memory',
]);
// Text in these would count as 0 megabytes, or fail the row, so a number is what they must hold.
const NUMBER_COLUMNS: ReadonlySet<string> = new Set(['timestamp', 'memory_mb']);
const SMALL_INTEGER = /^-?[0-9]{1,15}$/;

/**
 * The record that a row's cells stand for: text stripped, empty cells null, numbers by column, metadata as an object
 * (docs/formats/csv.md §4–5). Integers keep every digit.
 *
 * @throws InvalidRecordError `field_invalid`, `field_missing` or `number_out_of_range`, naming the column
 */
export function normalizeCsvRow(
  cells: CsvCells,
  options: { readonly profile?: CsvProfile | undefined; readonly onMetadataUnreadable?: MetadataUnreadable } = {},
): JsonObject {
  const record: { [key: string]: JsonValue } = {};
  const profile = options.profile ?? 'diagnostics';
  for (const [column, cell] of Object.entries(cells)) {
    setCell(record, column, normalizeCsvCell(column, cell, profile, options.onMetadataUnreadable));
  }
  return record;
}

/** Sets a member whatever its name; `__proto__` is a name like any other. */
export function setCell(record: { [key: string]: JsonValue }, column: string, value: JsonValue): void {
  if (column !== '__proto__') record[column] = value;
  else Object.defineProperty(record, column, { value, enumerable: true, configurable: true, writable: true });
}

/** One cell of {@link normalizeCsvRow}. */
export function normalizeCsvCell(
  column: string,
  cell: string | null,
  profile: CsvProfile,
  onMetadataUnreadable: MetadataUnreadable | undefined,
): JsonValue {
  const isInteger = INTEGER_COLUMNS.has(column);
  const isNumber = !isInteger && NUMBER_COLUMNS.has(column);
  if (cell === null) {
    if (column === 'metadata' && profile === 'diagnostics') return {};
    if (isInteger || column === 'timestamp') throw refused(column, 'field_missing', null);
    return null;
  }
  const text = stripWhiteSpace(cell);
  if (text === '') return null;
  if (isInteger) return integerCell(column, text);
  if (isNumber) return numberCell(column, text);
  return column === 'metadata' ? metadataCell(text, onMetadataUnreadable) : text;
}

/** Integer text exactly; other numbers by the integer part of their double. */
function integerCell(column: string, text: string): number | bigint {
  if (SMALL_INTEGER.test(text)) return Number(text) + 0;
  const exact = parseIntegerText(text);
  if (exact !== null) return canonical(exact);
  const float = parseFloatText(text);
  if (float === null || Number.isNaN(float)) throw refused(column, 'field_invalid', text);
  if (!Number.isFinite(float)) throw refused(column, 'number_out_of_range', text);
  return canonical(truncateToInteger(float));
}

function canonical(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

function numberCell(column: string, text: string): number {
  const float = parseFloatText(text);
  if (float === null) throw refused(column, 'field_invalid', text);
  return float;
}

function metadataCell(text: string, onUnreadable: MetadataUnreadable | undefined): JsonObject {
  const value = readMetadata(text);
  if (value instanceof InvalidRecordError || !isJsonObject(value)) {
    const reason = value instanceof InvalidRecordError ? value.message : `found ${describeValue(value)}`;
    // Null says that there is none, which loses nothing.
    if (value !== null) {
      onUnreadable?.(`metadata is neither a JSON object nor a Python dictionary (${reason}); it is read as empty`);
    }
    return {};
  }
  return value;
}

function readMetadata(text: string): JsonValue | InvalidRecordError {
  // No JSON text starts with these two characters, and exported metadata always does.
  const json = text.startsWith("{'") ? undefined : attempt(() => parseJson(text));
  return json === undefined || json instanceof InvalidRecordError ? attempt(() => readPythonLiteral(text)) : json;
}

function attempt(parse: () => JsonValue): JsonValue | InvalidRecordError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidRecordError) return error;
    throw error;
  }
}

function refused(
  column: string,
  code: 'field_missing' | 'field_invalid' | 'number_out_of_range',
  text: string | null,
): InvalidRecordError {
  const expected = INTEGER_COLUMNS.has(column) ? 'an integer' : 'a number';
  const found = text === null ? null : describeValue(text);
  return new InvalidRecordError(code, `${column} must be ${expected}, found ${found ?? 'no cell'}`, {
    field: column,
    issues: [{ code, field: column, found, expected }],
  });
}
