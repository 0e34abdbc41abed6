import type { InferenceRecord } from '../events/inference-event.ts';
import { isInferenceEvent } from '../events/inference-event.ts';

/**
 * How long an event took, in nanoseconds (docs/formats/correlation-events.md §2.5): null unless both ends are known on
 * a monotonic clock, and for everything that has no span.
 */
export function elapsedNs(record: InferenceRecord): bigint | null {
  if (!isInferenceEvent(record) || record.context.clock_kind !== 'monotonic' || !('start_ns' in record)) return null;
  return record.start_ns === null || record.end_ns === null ? null : record.end_ns - record.start_ns;
}
