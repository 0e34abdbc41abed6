import type { JsonObject, JsonValue } from '@stormlog/records';
import {
  deriveSessionTimelineMarkers,
  deriveTimelineMarkers,
  isIntervalMarker,
  type TimelineMarker,
  timelineMarkerSchema,
  timelineMarkerToDict,
} from '@stormlog/timeline';
import type { AdapterTable } from '../../adapter.ts';
import { objectOf, objectsOf } from './input.ts';

/** Timeline markers. */
export const MARKER_ADAPTERS: AdapterTable = {
  'marker.derive': (input) => answerOf(deriveTimelineMarkers(objectsOf(objectOf(input)['events']), optionsOf(input))),
  'marker.derive_session': (input) =>
    answerOf(deriveSessionTimelineMarkers({ events: objectsOf(objectOf(input)['events']) }, optionsOf(input))),
};

function answerOf(markers: readonly TimelineMarker[]): readonly object[] {
  return markers.map((marker) => ({
    ...timelineMarkerSchema.parse(timelineMarkerToDict(marker)),
    is_interval: isIntervalMarker(marker),
  }));
}

function optionsOf(input: JsonValue): { includePhaseMarkers?: boolean } {
  const given: JsonObject = objectOf(input);
  return Object.hasOwn(given, 'include_phase_markers')
    ? { includePhaseMarkers: given['include_phase_markers'] === true }
    : {};
}
