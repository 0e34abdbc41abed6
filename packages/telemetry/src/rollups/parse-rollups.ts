import {
  describeValue,
  InvalidRecordError,
  isInteger,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RecordIssue,
} from '@stormlog/records';
import { parseSessionSummary } from '@stormlog/sessions';
import { invalidRecord } from '../event/invalid-record.ts';
import { sortedCounts, type TelemetryRollups, telemetryRollupsSchema } from './rollup-schema.ts';

const COUNT_MAPS: ReadonlySet<string> = new Set(['severity_counts', 'event_type_counts']);
const DRIFT = 'hidden_gap_drift_bytes_per_second';

/**
 * The rollups that a parsed JSON value holds; unknown keys are left out, session summaries are read leniently
 * (docs/formats/rollups.md §3).
 *
 * @throws InvalidRecordError `record_not_object`, or naming the faulty fields
 */
export function parseTelemetryRollups(payload: JsonValue): TelemetryRollups {
  if (!isJsonObject(payload)) throw new InvalidRecordError('record_not_object', 'rollups must be an object');
  const result = telemetryRollupsSchema.safeParse(typed(payload, 'payload'));
  if (result.success) return result.data;
  throw invalidRecord(
    result.error.issues.map((issue): RecordIssue => {
      const field = issue.path.join('.');
      const value = valueAt(payload, issue.path);
      const found = value === undefined ? null : describeValue(value);
      return { code: value === undefined ? 'field_missing' : 'field_invalid', field, found, expected: issue.message };
    }),
  );
}

function valueAt(payload: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  let value: JsonValue | undefined = payload;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isJsonObject(value) && typeof key === 'string') value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}

/** The value with times as bigints and session summaries parsed, which is how the schema has them. */
function typed(value: JsonValue, key: string): unknown {
  if (Array.isArray(value)) return value.map((member: JsonValue) => typed(member, 'item'));
  if (isJsonObject(value)) return typedObject(value, key);
  if (!isInteger(value)) return value;
  if (key.endsWith('_ns')) return BigInt(value);
  return key === DRIFT ? Number(value) : value;
}

function typedObject(object: JsonObject, key: string): unknown {
  if (key === 'session') return parseSessionSummary(object);
  if (COUNT_MAPS.has(key)) {
    const counts = Object.entries(object);
    return counts.every((entry): entry is [string, number] => typeof entry[1] === 'number')
      ? sortedCounts(counts)
      : object;
  }
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, typed(member, name)]));
}
