import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { nanoseconds, nonEmptyText, signedNanoseconds } from './field-schemas.ts';

/** `infer.clock_alignment`: how to compare two clock domains (docs/formats/correlation-events.md §2.3). */
export const clockAlignmentEventSchema = z
  .strictObject({
    ...eventHeader('infer.clock_alignment'),
    from_clock_domain: nonEmptyText,
    to_clock_domain: nonEmptyText,
    offset_ns: signedNanoseconds,
    uncertainty_ns: nanoseconds,
    valid_from_ns: nanoseconds.nullable(),
    valid_to_ns: nanoseconds.nullable(),
  })
  .superRefine(checkValidity);

/** `infer.clock_alignment`: the offset from one clock domain to another, and how sure it is. */
export type ClockAlignmentEvent = Readonly<z.infer<typeof clockAlignmentEventSchema>>;

/** An alignment does not stop being valid before it starts to be. */
export function checkValidity(
  event: Pick<ClockAlignmentEvent, 'valid_from_ns' | 'valid_to_ns'>,
  issues: z.RefinementCtx,
): void {
  if (event.valid_from_ns !== null && event.valid_to_ns !== null && event.valid_to_ns < event.valid_from_ns) {
    issues.addIssue({
      code: 'custom',
      path: ['valid_to_ns'],
      message: `at least valid_from_ns (${event.valid_from_ns})`,
    });
  }
}
