import { computeEventFields } from './compute-event-fields.ts';
import type { SessionDerivedFields } from './derived-fields.ts';
import type { MemoryEventLike } from './memory-event-like.ts';

/**
 * Rollup of a session's events, of any type, in list order (docs/formats/gap-analysis.md §3.3).
 *
 * @throws InvalidRecordError as {@link computeEventFields} does for any one event
 */
export function computeSessionFields(events: readonly MemoryEventLike[]): SessionDerivedFields {
  let peak: number | null = null;
  let sum = 0;
  let count = 0;
  for (const event of events) {
    const { utilization_ratio, fragmentation_ratio } = computeEventFields(event);
    if (utilization_ratio !== null && (peak === null || utilization_ratio > peak)) peak = utilization_ratio;
    if (fragmentation_ratio === null) continue;
    sum += fragmentation_ratio;
    count++;
  }
  return {
    peak_utilization_ratio: peak,
    avg_fragmentation_ratio: count === 0 ? null : sum / count,
    is_session_interrupted: events.at(-1)?.event_type !== 'stop',
  };
}
