import { describeValue, isJsonObject, type JsonValue, type RecordIssue } from '@stormlog/records';
import type * as z from 'zod';
import { MAX_WORLD_SIZE } from './record-fields.ts';

/**
 * Every fault of a value's shape, one a field, in the words the schema gives its rules. This is the explaining pass: it
 * runs only after a compiled check has refused.
 *
 * @param prefix path of the value itself, such as `metadata.memory_capabilities`
 */
export function shapeIssues(schema: z.ZodType, value: JsonValue, prefix = ''): RecordIssue[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  const issues = new Map<string, RecordIssue>();
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const field = joinField(prefix, key);
        const found = describeMember(value, key);
        issues.set(field, { code: 'field_unknown', field, found, expected: 'no field of this name' });
      }
      continue;
    }
    const key = issue.path.join('.');
    const field = joinField(prefix, key);
    if (!issues.has(field)) issues.set(field, fieldIssue(value, key, field, issue.message));
  }
  return [...issues.values()];
}

function fieldIssue(record: JsonValue, key: string, field: string, expected: string): RecordIssue {
  const value = key === '' ? record : memberOf(record, key);
  if (value === undefined) return { code: 'field_missing', field, found: null, expected };
  const found = describeValue(value);
  if (key === 'world_size' && (typeof value === 'number' || typeof value === 'bigint') && value > MAX_WORLD_SIZE) {
    return { code: 'world_size_too_large', field, found, expected };
  }
  // Times are the only integers without bounds above.
  if (key === 'timestamp_ns' || typeof value !== 'bigint' || Number.isSafeInteger(Number(value))) {
    return { code: 'field_invalid', field, found, expected };
  }
  return { code: 'number_out_of_range', field, found, expected: `${expected}, within ±(2^53−1)` };
}

function memberOf(record: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}

function describeMember(record: JsonValue, key: string): string | null {
  const value = memberOf(record, key);
  return value === undefined ? null : describeValue(value);
}

function joinField(prefix: string, key: string): string {
  return prefix === '' || key === '' ? prefix + key : `${prefix}.${key}`;
}
