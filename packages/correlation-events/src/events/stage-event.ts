import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { entityRefSchema, nonEmptyText, sizeFields, spanFields } from './field-schemas.ts';
import { checkSpan } from './span-rule.ts';

/** `infer.stage`: a named part of a request or an iteration (docs/formats/correlation-events.md §2.3). */
export const stageEventSchema = z
  .strictObject({
    ...eventHeader('infer.stage'),
    stage_ref: entityRefSchema,
    name: nonEmptyText,
    request_ref: entityRefSchema.nullable(),
    iteration_ref: entityRefSchema.nullable(),
    ...spanFields,
    ...sizeFields,
  })
  .superRefine(checkStage);

/** `infer.stage`: a named part of a request or an iteration. */
export type StageEvent = Readonly<z.infer<typeof stageEventSchema>>;

/** What a stage must satisfy beyond its fields: a span in order, and something that it is a stage of. */
export function checkStage(
  event: Pick<StageEvent, 'start_ns' | 'end_ns' | 'request_ref' | 'iteration_ref'>,
  issues: z.RefinementCtx,
): void {
  checkSpan(event, issues);
  if (event.request_ref === null && event.iteration_ref === null) {
    issues.addIssue({ code: 'custom', path: ['request_ref'], message: 'request_ref or iteration_ref to be given' });
  }
}
