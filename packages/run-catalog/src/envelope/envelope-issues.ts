import { describeValue, isJsonObject, type JsonObject, type JsonValue, type RecordIssue } from '@stormlog/records';
import * as z from 'zod';
import { type RunEnvelopeRecord, runEnvelopeRecordSchema } from './run-envelope-record.ts';

let compiled: z.ZodType | null = null;

/** True when every field follows its own rule; says nothing on rules between fields. */
function hasEnvelopeShape(value: unknown): value is RunEnvelopeRecord {
  compiled ??= z.compile(runEnvelopeRecordSchema);
  return compiled.validate(value);
}

/**
 * Makes sure that a value is a valid envelope (docs/formats/run-envelope.md §2).
 *
 * @returns every fault; empty when there is none
 */
export function runEnvelopeIssues(value: JsonValue): readonly RecordIssue[] {
  if (!isJsonObject(value)) {
    return [{ code: 'record_not_object', field: '', found: describeValue(value), expected: 'an object' }];
  }
  const issues = new Map<string, RecordIssue>();
  const add = (issue: RecordIssue): void => {
    if (!issues.has(issue.field)) issues.set(issue.field, issue);
  };
  if (!hasEnvelopeShape(value)) for (const issue of shapeIssues(value)) add(issue);
  for (const issue of relationIssues(value)) add(issue);
  return [...issues.values()];
}

/** True when {@link runEnvelopeIssues} finds nothing; the quick way to ask. */
export function isValidEnvelope(value: JsonValue): value is JsonValue & RunEnvelopeRecord {
  return isJsonObject(value) && hasEnvelopeShape(value) && relationIssues(value).next().done === true;
}

function* shapeIssues(record: JsonObject): Generator<RecordIssue> {
  const result = runEnvelopeRecordSchema.safeParse(record);
  if (result.success) return;
  for (const issue of result.error.issues) {
    const keys = issue.path.map((key) => (typeof key === 'symbol' ? key.toString() : key));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield unknownField([...keys, key], record);
    } else {
      yield fieldIssue(keys, record, issue.message);
    }
  }
}

/** The rules that no field can tell alone, and keys that a schema does not see. */
function* relationIssues(record: JsonObject): Generator<RecordIssue> {
  if (Object.hasOwn(record, '__proto__')) yield unknownField(['__proto__'], record);
  yield* orderIssue(record, 'started_at_ns', 'ended_at_ns', []);
  yield* repeatedTags(record['tags']);
  for (const [index, session] of objectsOf(record['sessions'])) {
    if (Object.hasOwn(session, '__proto__')) yield unknownField(['sessions', index, '__proto__'], record);
  }
  for (const [index, attachment] of objectsOf(record['attachments'])) {
    const place = ['attachments', index] as const;
    if (Object.hasOwn(attachment, '__proto__')) yield unknownField([...place, '__proto__'], record);
    if (!Object.hasOwn(attachment, 'url') && !Object.hasOwn(attachment, 'path')) {
      yield { code: 'field_missing', field: fieldName([...place, 'path']), found: null, expected: 'a path or a url' };
    }
    yield* orderIssue(attachment, 'start_ns', 'end_ns', place);
  }
}

function* orderIssue(
  record: JsonObject,
  startField: string,
  endField: string,
  place: readonly (string | number)[],
): Generator<RecordIssue> {
  const start = record[startField];
  const end = record[endField];
  if (!isCountable(start) || !isCountable(end) || end >= start) return;
  const field = fieldName([...place, endField]);
  yield { code: 'field_invalid', field, found: describeValue(end), expected: `a time not before ${startField}` };
}

function* repeatedTags(tags: JsonValue | undefined): Generator<RecordIssue> {
  if (!Array.isArray(tags)) return;
  const seen = new Set<JsonValue>();
  for (const [index, tag] of tags.entries()) {
    if (seen.has(tag)) {
      yield {
        code: 'field_invalid',
        field: `tags[${index}]`,
        found: describeValue(tag),
        expected: 'a tag not given yet',
      };
    }
    seen.add(tag);
  }
}

function* objectsOf(list: JsonValue | undefined): Generator<readonly [number, JsonObject]> {
  if (!Array.isArray(list)) return;
  for (const [index, entry] of list.entries()) if (isJsonObject(entry)) yield [index, entry];
}

function fieldIssue(keys: readonly (string | number)[], record: JsonValue, expected: string): RecordIssue {
  const field = fieldName(keys);
  const value = valueAt(record, keys);
  if (value === undefined) return { code: 'field_missing', field, found: null, expected };
  const found = describeValue(value);
  const code =
    field === 'schema_version'
      ? 'version_unknown'
      : typeof value === 'bigint' && expected.includes('2^53')
        ? 'number_out_of_range'
        : 'field_invalid';
  return { code, field, found, expected };
}

function unknownField(keys: readonly (string | number)[], record: JsonValue): RecordIssue {
  const value = valueAt(record, keys);
  return {
    code: 'field_unknown',
    field: fieldName(keys),
    found: value === undefined ? null : describeValue(value),
    expected: 'no field of this name',
  };
}

function valueAt(record: JsonValue, keys: readonly (string | number)[]): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const key of keys) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** `attachments[3].start_ns` */
function fieldName(keys: readonly (string | number)[]): string {
  let name = '';
  for (const key of keys) name += typeof key === 'number' ? `[${key}]` : name === '' ? key : `.${key}`;
  return name;
}

function isCountable(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
