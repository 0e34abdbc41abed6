import { describeValue, InvalidRecordError, isJsonObject, type JsonValue, type RecordIssue } from '@stormlog/records';
import type * as z from 'zod';

/** Reads a found value for a message; what is no JSON value at all is named by its type. */
function found(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return describeValue(value as JsonValue); // only looked at by type, never deeper than the first level
}

/** The faults that a schema found in a value, each with its dotted field and what stood there. */
export function issuesOf(error: z.core.$ZodError, value: unknown, prefix = ''): RecordIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownField(dotted(prefix, [...path, key])));
    const at = valueAt(value, issue.path);
    const field = dotted(prefix, path);
    if (at === undefined) return [{ code: 'field_missing' as const, field, found: null, expected: issue.message }];
    const isRange = typeof at === 'bigint' && issue.code === 'invalid_type' && issue.expected !== 'bigint';
    return [
      { code: isRange ? 'number_out_of_range' : 'field_invalid', field, found: found(at), expected: issue.message },
    ];
  });
}

/** A fault of one field. */
export function fieldIssue(field: string, value: unknown, expected: string): RecordIssue {
  return { code: value === undefined ? 'field_missing' : 'field_invalid', field, found: found(value), expected };
}

/** A key that is no field. */
export function unknownField(field: string): RecordIssue {
  return { code: 'field_unknown', field, found: null, expected: 'no field of that name' };
}

/** The error for the faults of one record; `subject` names the kind of record. */
export function invalidRecord(subject: string, issues: readonly RecordIssue[]): InvalidRecordError {
  const [first] = issues;
  if (first === undefined) return new InvalidRecordError('record_invalid', `${subject} is invalid`);
  const found = first.found === null ? '' : `, found ${first.found}`;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const text =
    first.code === 'field_unknown'
      ? `${subject} has an unknown field ${first.field}`
      : first.code === 'field_missing'
        ? `${subject} lacks ${first.field}: expected ${first.expected}`
        : `${subject}: ${first.field}: expected ${first.expected}${found}`;
  const code = issues.every((issue) => issue.code === first.code) ? first.code : 'record_invalid';
  return new InvalidRecordError(code, text + more, { issues });
}

function dotted(prefix: string, path: readonly string[]): string {
  return (prefix === '' ? path : [prefix, ...path]).join('.');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at)) at = Object.hasOwn(at, key) ? at[String(key)] : undefined;
    else return at;
  }
  return at;
}
