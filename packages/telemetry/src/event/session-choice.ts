import { isBlank, type JsonObject, type JsonValue } from '@stormlog/records';
import { stableLegacySessionId } from '@stormlog/sessions';

/**
 * The session a record belongs to: its own `session_id`, else that of its metadata; when neither is text that is not
 * blank, the default, and without a default an id derived from time, host and pid of the record
 * (docs/formats/telemetry.md §5).
 *
 * A blank or numeric `session_id` in the record does not lead on to metadata; a blank default is returned as it is and
 * refused by validation.
 */
export function chooseSessionId(
  record: JsonObject,
  metadata: JsonObject | null,
  defaultSessionId: string | null,
): string {
  const said = member(record, 'session_id') ?? (metadata === null ? null : member(metadata, 'session_id'));
  if (typeof said === 'string' && !isBlank(said)) return said;
  if (defaultSessionId !== null) return defaultSessionId;
  const when = Object.hasOwn(record, 'timestamp_ns')
    ? record['timestamp_ns']!
    : orIfAbsent(record, 'timestamp', 'unknown');
  return stableLegacySessionId(when, orIfAbsent(record, 'host', 'unknown'), orIfAbsent(record, 'pid', -1));
}

function orIfAbsent(record: JsonObject, key: string, absent: JsonValue): JsonValue {
  const value = member(record, key);
  return value === undefined ? absent : value;
}

function member(record: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
