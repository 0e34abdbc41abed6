import { isBlank, isJsonObject, type JsonObject, stripWhiteSpace } from '@stormlog/records';
import type { EventLike } from '../event/event-like.ts';
import { safeIntegerOf } from '../event/integer-of.ts';
import { timeOf } from '../event/time-of.ts';
import type { TimelineMarker } from './timeline-marker.ts';

type PointType = readonly [kind: TimelineMarker['kind'], severity: TimelineMarker['severity'], label: string];

const POINT_TYPES: ReadonlyMap<string, PointType> = new Map<string, PointType>([
  ['start', ['lifecycle', 'info', 'Tracking started']],
  ['stop', ['lifecycle', 'info', 'Tracking stopped']],
  ['collector_degraded', ['collector', 'warning', 'Collector degraded']],
  ['collector_recovered', ['collector', 'info', 'Collector recovered']],
  ['warning', ['alert', 'warning', 'Warning']],
  ['critical', ['alert', 'critical', 'Critical alert']],
  ['error', ['alert', 'critical', 'Error']],
]);

/** The marker of an event that deserves a point on the time axis, else null (docs/formats/markers.md §2). */
export function pointMarkerOf(event: EventLike): TimelineMarker | null {
  const written = event.event_type;
  if (typeof written !== 'string' || written === 'sample') return null;
  const eventType = stripWhiteSpace(written);
  const point = POINT_TYPES.get(eventType);
  if (point === undefined || typeof event.session_id !== 'string') return null;
  const start_ns = timeOf(event.timestamp_ns);
  if (start_ns === null) return null;
  const metadata = isJsonObject(event.metadata) ? { ...event.metadata } : {};
  const [kind, severity, label] = eventType === 'error' && isOutOfMemory(metadata) ? oomPoint(metadata) : point;
  const { context } = event;
  return {
    session_id: event.session_id,
    start_ns,
    end_ns: null,
    kind,
    source: 'telemetry_event',
    severity,
    label: typeof context === 'string' && !isBlank(context) ? stripWhiteSpace(context) : label,
    rank: safeIntegerOf(event.rank),
    local_rank: safeIntegerOf(event.local_rank),
    world_size: safeIntegerOf(event.world_size),
    event_type: eventType,
    metadata,
  };
}

function isOutOfMemory(metadata: JsonObject): boolean {
  return Object.hasOwn(metadata, 'oom_reason') || Object.hasOwn(metadata, 'oom_dump_path');
}

function oomPoint(metadata: JsonObject): PointType {
  const reason = metadata['oom_reason'];
  const isKnown = typeof reason === 'string' && !isBlank(reason);
  return ['oom', 'critical', isKnown ? `OOM detected: ${stripWhiteSpace(reason)}` : 'OOM detected'];
}
