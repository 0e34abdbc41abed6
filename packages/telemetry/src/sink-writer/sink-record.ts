import { describeValue, InvalidRecordError, type JsonValue } from '@stormlog/records';

/** What can be appended: an object that JSON can hold, such as a telemetry event. */
export type SinkRecord = Readonly<object>;

/**
 * The session a record names; null when it names none.
 *
 * @throws InvalidRecordError `field_invalid` for an id that is not text
 */
export function sessionIdOf(record: SinkRecord): string | null {
  const value: unknown = Object.hasOwn(record, 'session_id') ? Reflect.get(record, 'session_id') : null;
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  // It has been encoded, so it is a JSON value.
  const found = describeValue(value as JsonValue);
  throw new InvalidRecordError('field_invalid', `session_id must be text or null, found ${found}`, {
    field: 'session_id',
  });
}
