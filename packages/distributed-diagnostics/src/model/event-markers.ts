import type { TelemetryEvent } from '@stormlog/telemetry';
import { deriveTimelineMarkers, isPhaseBoundaryEvent, PhaseReplayIndex, type TimelineMarker } from '@stormlog/timeline';
import { isSampleEvent } from './is-sample-event.ts';

/** Phases and markers of events, which are mostly samples and have neither. */
export interface EventMarkers {
  /** The events that are no samples, in their order. */
  readonly others: readonly TelemetryEvent[];
  readonly phaseIndex: PhaseReplayIndex;
  readonly markers: readonly TimelineMarker[];
}

/**
 * Derives what `PhaseReplayIndex.fromEvents` and `deriveTimelineMarkers` say of the events; samples are handed to them
 * only when there are phases, which end with the last event and take their rank's identity from the first.
 */
export function markEvents(events: readonly TelemetryEvent[]): EventMarkers {
  const others = events.filter((event) => !isSampleEvent(event));
  const marked = others.some(isPhaseBoundaryEvent) ? events : others;
  const phaseIndex = PhaseReplayIndex.fromEvents(marked);
  return { others, phaseIndex, markers: deriveTimelineMarkers(marked, { phaseIndex }) };
}
