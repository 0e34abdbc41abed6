import { compareCodePoints, isJsonObject, type JsonObject } from '@stormlog/records';
import * as z from 'zod';

/** Something worth a mark on a time axis: a point or an interval (docs/formats/markers.md §1). */
export const timelineMarkerSchema = z
  .object({
    session_id: z.string(),
    start_ns: z.bigint(),
    /** Null for a point. */
    end_ns: z.bigint().nullable(),
    kind: z.enum(['alert', 'collector', 'lifecycle', 'oom', 'phase']),
    source: z.enum(['telemetry_event', 'phase_replay']),
    severity: z.enum(['info', 'warning', 'critical']),
    label: z.string(),
    rank: z.int().nullable(),
    local_rank: z.int().nullable(),
    world_size: z.int().nullable(),
    event_type: z.string(),
    metadata: z.custom<JsonObject>(isJsonObject),
  })
  .readonly();

export type TimelineMarker = z.infer<typeof timelineMarkerSchema>;

/** True when a marker spans time: it has an end, and that is not its start. */
export function isIntervalMarker(marker: TimelineMarker): boolean {
  return marker.end_ns !== null && marker.end_ns !== marker.start_ns;
}

/** The marker's fields with a deep copy of its metadata. */
export function timelineMarkerToDict(marker: TimelineMarker): TimelineMarker {
  return { ...marker, metadata: structuredClone(marker.metadata) };
}

/**
 * The order of markers: start, end (the start of a point), rank (−1 for none), kind, label
 * (docs/formats/markers.md §4). Ties keep the order in which the markers were made.
 */
export function compareTimelineMarkers(left: TimelineMarker, right: TimelineMarker): number {
  return (
    compareTimes(left.start_ns, right.start_ns) ||
    compareTimes(left.end_ns ?? left.start_ns, right.end_ns ?? right.start_ns) ||
    (left.rank ?? -1) - (right.rank ?? -1) ||
    compareCodePoints(left.kind, right.kind) ||
    compareCodePoints(left.label, right.label)
  );
}

/**
 * The markers of several ranks in one order. When all events of a rank went into the same part, the answer is that of
 * deriving the markers of all events at once, whatever the order of the parts.
 */
export function mergeTimelineMarkers(parts: readonly (readonly TimelineMarker[])[]): TimelineMarker[] {
  return parts.flat().sort(compareTimelineMarkers);
}

function compareTimes(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
