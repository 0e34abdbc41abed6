import type { EventLike } from '../event/event-like.ts';
import { PhaseReplayIndex } from '../phases/phase-replay-index.ts';
import { phaseMarkersOf } from './phase-markers.ts';
import { pointMarkerOf } from './point-marker.ts';
import { compareTimelineMarkers, type TimelineMarker } from './timeline-marker.ts';

/** What to mark. */
export interface TimelineMarkerOptions {
  /** False leaves the phases out; default true. */
  readonly includePhaseMarkers?: boolean | undefined;
  /** An index already built from these events, to be used instead of building one. */
  readonly phaseIndex?: PhaseReplayIndex | undefined;
}

/**
 * Markers of events given in any order: points for lifecycle, collector health and alerts, intervals for phases, sorted
 * as docs/formats/markers.md §4 says. Events that make no marker are skipped; nothing is deduplicated.
 */
export function deriveTimelineMarkers(
  events: readonly EventLike[],
  options: TimelineMarkerOptions = {},
): TimelineMarker[] {
  const markers: TimelineMarker[] = [];
  for (const event of events) {
    const marker = pointMarkerOf(event);
    if (marker !== null) markers.push(marker);
  }
  if (options.includePhaseMarkers !== false) {
    for (const marker of phaseMarkersOf(events, options.phaseIndex ?? PhaseReplayIndex.fromEvents(events))) {
      markers.push(marker);
    }
  }
  return markers.sort(compareTimelineMarkers);
}

/** The same for the events of a loaded session (docs/formats/markers.md §4). */
export function deriveSessionTimelineMarkers(
  session: { readonly events: readonly EventLike[] },
  options: TimelineMarkerOptions = {},
): TimelineMarker[] {
  return deriveTimelineMarkers(session.events, options);
}
