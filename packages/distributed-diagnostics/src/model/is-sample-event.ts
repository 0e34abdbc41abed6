import { stripWhiteSpace } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';

/** A sample: the type says so, whatever its case and the white space around it. */
export function isSampleEvent(event: TelemetryEvent): boolean {
  const type = event.event_type;
  return type === 'sample' || (type.length >= 6 && stripWhiteSpace(type).toLowerCase() === 'sample');
}
