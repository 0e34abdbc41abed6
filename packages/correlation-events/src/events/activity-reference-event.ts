import * as z from 'zod';
import { findIntervalFault } from '../activity/interval-fault.ts';
import { eventHeader } from './event-header.ts';
import { entityRefSchema, identifier, nonEmptyText, spanFields } from './field-schemas.ts';
import { checkSpan } from './span-rule.ts';

/** `infer.activity_ref`: an activity of a trace (docs/formats/correlation-events.md §2.3). */
export const activityReferenceEventSchema = z
  .strictObject({
    ...eventHeader('infer.activity_ref'),
    schema_version: z.union([z.literal(2), z.literal(3)], 'schema version 2 or 3'),
    activity_ref: entityRefSchema,
    activity_kind: nonEmptyText,
    attribution_status: z.enum(['linked', 'unresolved'], 'linked or unresolved'),
    activity_domain: z.enum(['gpu', 'runtime', 'cpu', 'unknown'], 'gpu, runtime, cpu or unknown'),
    iteration_ref: entityRefSchema.nullable(),
    correlation_scope: entityRefSchema.nullable(),
    trace_attachment_id: nonEmptyText.nullable(),
    runtime_correlation_id: identifier.nullable(),
    cuda_correlation_id: identifier.nullable(),
    stream_id: identifier.nullable(),
    graph_id: identifier.nullable(),
    ...spanFields,
  })
  .superRefine(checkActivity);

/**
 * `infer.activity_ref`: an activity of a trace and the iteration it belongs to, where that is known. Version 3 exactly
 * when `metadata` has the key `intervals`.
 */
export type ActivityReferenceEvent = Readonly<z.infer<typeof activityReferenceEventSchema>>;

type ActivityFacts = Pick<
  ActivityReferenceEvent,
  'schema_version' | 'attribution_status' | 'iteration_ref' | 'metadata' | 'start_ns' | 'end_ns'
>;

/** What an activity must satisfy beyond its fields: a span in order, a matching status, sound intervals, its version. */
export function checkActivity(event: ActivityFacts, issues: z.RefinementCtx): void {
  checkSpan(event, issues);
  if ((event.iteration_ref === null) !== (event.attribution_status === 'unresolved')) {
    const message = 'linked exactly where iteration_ref is given';
    issues.addIssue({ code: 'custom', path: ['attribution_status'], message });
  }
  const hasIntervals = Object.hasOwn(event.metadata, 'intervals');
  if (hasIntervals !== (event.schema_version === 3)) {
    const message = hasIntervals ? '3, because metadata has intervals' : '2, because metadata has no intervals';
    issues.addIssue({ code: 'custom', path: ['schema_version'], message });
  }
  const fault = hasIntervals ? findIntervalFault(event) : null;
  if (fault !== null) issues.addIssue({ code: 'custom', path: fault.path, message: fault.expected });
}
