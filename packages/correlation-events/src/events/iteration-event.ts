import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { entityRefSchema, spanFields } from './field-schemas.ts';
import { checkSpan } from './span-rule.ts';

/** `infer.iteration`: one execution step of a server (docs/formats/correlation-events.md §2.3). */
export const iterationEventSchema = z
  .strictObject({
    ...eventHeader('infer.iteration'),
    iteration_ref: entityRefSchema,
    batch_ref: entityRefSchema.nullable(),
    ...spanFields,
  })
  .superRefine(checkSpan);

/** `infer.iteration`: one execution step of a server, for all requests that took part. */
export type IterationEvent = Readonly<z.infer<typeof iterationEventSchema>>;
