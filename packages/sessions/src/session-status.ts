import { describeValue, InvalidRecordError, type JsonValue, lowerCase, stripWhiteSpace } from '@stormlog/records';

/** The four words a session's status can be, in the order of preference when one session has to be chosen. */
export const SESSION_STATUSES = ['completed', 'interrupted', 'incomplete', 'running'] as const;

/** One of {@link SESSION_STATUSES}. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * The status a text means: white space at the ends and letter case do not count (docs/formats/sessions.md §2).
 *
 * @throws InvalidRecordError `field_invalid` with field `status` for anything but the four words
 */
export function normalizeSessionStatus(value: JsonValue | undefined): SessionStatus {
  const status = readSessionStatus(value);
  if (status !== null) return status;
  const found = value === undefined ? null : describeValue(value);
  const expected = `one of ${SESSION_STATUSES.join(', ')}`;
  throw new InvalidRecordError('field_invalid', `status must be ${expected}, found ${found ?? 'nothing'}`, {
    field: 'status',
    issues: [{ code: 'field_invalid', field: 'status', found, expected }],
  });
}

/** The status a value means, or null when it means none. */
export function readSessionStatus(value: JsonValue | undefined): SessionStatus | null {
  if (typeof value !== 'string') return null;
  const word = lowerCase(stripWhiteSpace(value));
  return SESSION_STATUSES.find((status) => status === word) ?? null;
}
