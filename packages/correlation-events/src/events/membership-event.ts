import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { entityRefSchema, nonEmptyText, sizeFields } from './field-schemas.ts';

/** `infer.membership`: a request took part in an iteration (docs/formats/correlation-events.md §2.3). */
export const membershipEventSchema = z.strictObject({
  ...eventHeader('infer.membership'),
  request_ref: entityRefSchema,
  iteration_ref: entityRefSchema,
  role: nonEmptyText,
  attempt_ref: entityRefSchema.nullable(),
  ...sizeFields,
});

/** `infer.membership`: a request took part in an iteration, in some role. */
export type MembershipEvent = Readonly<z.infer<typeof membershipEventSchema>>;
