import { isInteger, isJsonObject, type RecordIssue } from '@stormlog/records';
import * as z from 'zod';
import { CONTEXT_FIELDS, type CorrelationContext, correlationContextSchema } from '../events/correlation-context.ts';
import { fieldIssue, invalidRecord, issuesOf, unknownField } from './record-issues.ts';

const KNOWN: ReadonlySet<string> = new Set(CONTEXT_FIELDS);
const REQUIRED: ReadonlySet<string> = new Set(
  CONTEXT_FIELDS.filter((name) => !(correlationContextSchema.shape[name] instanceof z.ZodNullable)),
);
const accepted = new WeakSet<object>();

/**
 * A context in full: absent fields are null, everything is checked (docs/formats/correlation-events.md §2.2). The
 * result is frozen; a context that this function returned before comes back as it is.
 *
 * @throws InvalidRecordError with every fault
 */
export function parseContext(value: unknown, field = ''): CorrelationContext {
  const issues: RecordIssue[] = [];
  const context = readContext(value, field, issues);
  if (context === null) throw invalidRecord('context', issues);
  return context;
}

/** The same for a context within a record: faults go to `issues`, and the answer is null. */
export function readContext(value: unknown, prefix: string, issues: RecordIssue[]): CorrelationContext | null {
  if (!isJsonObject(value)) {
    issues.push(fieldIssue(prefix, value, 'an object'));
    return null;
  }
  if (isAccepted(value)) return value;
  const before = issues.length;
  const candidate: Record<string, unknown> = {};
  for (const name of CONTEXT_FIELDS) {
    const given: unknown = Object.hasOwn(value, name) ? value[name] : undefined;
    candidate[name] = given === undefined && !REQUIRED.has(name) ? null : canonicalCount(given);
  }
  for (const key of Object.keys(value)) {
    if (!KNOWN.has(key) && value[key] !== undefined) {
      issues.push(unknownField(prefix === '' ? key : `${prefix}.${key}`));
    }
  }
  const parsed = correlationContextSchema.safeParse(candidate);
  if (!parsed.success) issues.push(...issuesOf(parsed.error, candidate, prefix));
  if (!parsed.success || issues.length > before) return null;
  const context = Object.freeze(parsed.data);
  accepted.add(context);
  return context;
}

function isAccepted(value: object): value is CorrelationContext {
  return accepted.has(value);
}

function canonicalCount(value: unknown): unknown {
  return isInteger(value) && Number.isSafeInteger(Number(value)) ? Number(value) + 0 : value;
}
