import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { entityRefSchema, nonEmptyText, sizeFields, spanFields } from './field-schemas.ts';
import { checkSpan } from './span-rule.ts';

/** `infer.request`: one request as the server saw it (docs/formats/correlation-events.md §2.3). */
export const requestEventSchema = z
  .strictObject({
    ...eventHeader('infer.request'),
    request_ref: entityRefSchema,
    attempt_ref: entityRefSchema.nullable(),
    backend_request_ref: entityRefSchema.nullable(),
    ...spanFields,
    status: nonEmptyText.nullable(),
    ...sizeFields,
  })
  .superRefine(checkSpan);

/** `infer.request`: one request as the server saw it; every attempt is an entity of its own. */
export type RequestEvent = Readonly<z.infer<typeof requestEventSchema>>;
