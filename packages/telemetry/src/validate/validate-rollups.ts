import { InvalidRecordError, type JsonValue } from '@stormlog/records';
import { parseTelemetryRollups } from '../rollups/parse-rollups.ts';
import type { FaultCollector } from './fault-collector.ts';

/** Every fault of a sink's derived figures, by the rules of their reader (docs/formats/rollups.md §3). */
export function checkRollups(document: JsonValue, collector: FaultCollector): void {
  try {
    parseTelemetryRollups(document);
    collector.count(1, 0);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    collector.unreadableRecord({ line: null, element: null }, error);
  }
}
