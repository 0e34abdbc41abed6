import type * as z from 'zod';

interface Span {
  readonly start_ns: bigint | null;
  readonly end_ns: bigint | null;
}

/** An event does not end before it starts (docs/formats/correlation-events.md §2.3). */
export function checkSpan(event: Span, issues: z.RefinementCtx): void {
  if (event.start_ns !== null && event.end_ns !== null && event.end_ns < event.start_ns) {
    issues.addIssue({ code: 'custom', path: ['end_ns'], message: `at least start_ns (${event.start_ns})` });
  }
}
