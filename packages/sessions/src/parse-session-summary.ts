import {
  coerceInteger,
  describeValue,
  InvalidRecordError,
  isBlank,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RecordIssue,
} from '@stormlog/records';
import { coerceSafeInteger } from './lenient-integer.ts';
import { readSessionStatus, SESSION_STATUSES, type SessionStatus } from './session-status.ts';
import type { SessionSummary } from './session-summary.ts';

/**
 * The session summary that a parsed JSON object holds, read leniently: integer text and floats count as integers, absent
 * ranks are 0, unknown keys are ignored (docs/formats/sessions.md §1).
 *
 * @throws InvalidRecordError `record_not_object`, or `record_invalid` with every fault in `issues`
 */
export function parseSessionSummary(payload: JsonValue | undefined): SessionSummary {
  if (!isJsonObject(payload)) {
    throw new InvalidRecordError('record_not_object', 'a session summary must be an object');
  }
  const reader = new FieldReader(payload);
  const summary: SessionSummary = {
    session_id: reader.text('session_id'),
    source: reader.text('source'),
    status: reader.status(),
    started_at_ns: reader.required('started_at_ns', coerceInteger, 0n),
    ended_at_ns: reader.value('ended_at_ns') === null ? null : reader.optional('ended_at_ns', coerceInteger, null),
    host: reader.text('host'),
    pid: reader.optional('pid', coerceSafeInteger, -1),
    job_id: reader.value('job_id') ?? null,
    rank: reader.optional('rank', coerceSafeInteger, 0),
    local_rank: reader.optional('local_rank', coerceSafeInteger, 0),
    world_size: Math.max(1, reader.optional('world_size', coerceSafeInteger, 1)),
  };
  reader.finish();
  return summary;
}

type Coercion<Integer> = (value: JsonValue | undefined, field: string) => Integer;

/** Reads the members of one object and keeps every fault until the end. */
class FieldReader {
  readonly #payload: JsonObject;
  readonly #issues: RecordIssue[] = [];

  constructor(payload: JsonObject) {
    this.#payload = payload;
  }

  value(field: string): JsonValue | undefined {
    return Object.hasOwn(this.#payload, field) ? this.#payload[field] : undefined;
  }

  text(field: string): string {
    const value = this.value(field);
    if (typeof value === 'string' && !isBlank(value)) return value;
    this.#refuse(field, value, 'text that is not blank');
    return '';
  }

  status(): SessionStatus {
    const value = this.value('status');
    const status = readSessionStatus(value);
    if (status === null) this.#refuse('status', value, `one of ${SESSION_STATUSES.join(', ')}`);
    return status ?? 'incomplete';
  }

  required<Integer>(field: string, coerce: Coercion<Integer>, instead: Integer): Integer {
    if (this.value(field) !== undefined) return this.optional(field, coerce, instead);
    this.#refuse(field, undefined, 'an integer');
    return instead;
  }

  optional<Integer, Absent>(field: string, coerce: Coercion<Integer>, absent: Absent): Integer | Absent {
    const value = this.value(field);
    if (value === undefined) return absent;
    try {
      return coerce(value, field);
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      this.#issues.push(...error.issues);
      return absent;
    }
  }

  finish(): void {
    const first = this.#issues[0];
    if (first === undefined) return;
    const found = first.found === null ? 'nothing' : first.found;
    throw new InvalidRecordError(
      'record_invalid',
      `a session summary needs ${first.expected} in ${first.field}, found ${found}`,
      { issues: this.#issues },
    );
  }

  #refuse(field: string, value: JsonValue | undefined, expected: string): void {
    const isAbsent = value === undefined;
    const code = isAbsent ? 'field_missing' : 'field_invalid';
    this.#issues.push({ code, field, found: isAbsent ? null : describeValue(value), expected });
  }
}
