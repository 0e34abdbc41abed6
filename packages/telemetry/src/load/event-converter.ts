import type { JsonValue } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { createTelemetryEventReader, type TelemetryEventReader } from '../event/telemetry-event-reader.ts';
import type { FileReport } from './file-report.ts';
import type { LoadOptions } from './load-options.ts';

/** Makes the events of one file, and reports the counters that could not be used. */
export class EventConverter {
  readonly #reader: TelemetryEventReader;
  #line = 0;

  constructor(
    report: FileReport,
    options: LoadOptions & { readonly defaultSessionId: string; readonly defaultCollector?: string | undefined },
  ) {
    this.#reader = createTelemetryEventReader({
      permissiveLegacy: options.permissiveLegacy ?? true,
      defaultCollector: options.defaultCollector,
      defaultSessionId: options.defaultSessionId,
      onCounterUnusable: ({ field, value }: { readonly field: string; readonly value: bigint }): void => {
        report.countersUnusable++;
        const reason = `${field} is ${value}, which cannot be a byte count; it is read as not measured`;
        report.notice('counter_unusable', reason, { line: this.#line, field });
      },
    });
  }

  /**
   * The event of a record that comes fresh out of a parser: it may become the event.
   *
   * @param line that the record starts on, 1 for the first
   * @throws InvalidRecordError
   */
  convert(record: JsonValue, line: number): TelemetryEvent {
    this.#line = line;
    return this.#reader.read(record);
  }
}
