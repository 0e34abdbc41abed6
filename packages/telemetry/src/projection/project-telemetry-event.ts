import type { JsonObject } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { telemetryEventFromRecord } from '../event/telemetry-event-from-record.ts';
import { telemetryEventToRecord } from '../event/telemetry-event-to-record.ts';
import { projectTelemetryMapping } from './project-telemetry-mapping.ts';
import type { ProjectedTelemetryRecord } from './projected-record.ts';

/**
 * The backend-neutral envelope of an event, or of any record, which is converted first with default options
 * (docs/formats/telemetry.md §8). To project a version-3 event as it is, give its record to `projectTelemetryMapping`.
 *
 * @throws InvalidRecordError with every fault of the record
 */
export function projectTelemetryEvent(eventOrRecord: TelemetryEvent | JsonObject): ProjectedTelemetryRecord {
  return projectTelemetryMapping(telemetryEventToRecord(telemetryEventFromRecord(eventOrRecord)));
}

/** As {@link projectTelemetryEvent} for each of several, in order. */
export function projectTelemetryEvents(
  eventsOrRecords: Iterable<TelemetryEvent | JsonObject>,
): ProjectedTelemetryRecord[] {
  return Array.from(eventsOrRecords, projectTelemetryEvent);
}
