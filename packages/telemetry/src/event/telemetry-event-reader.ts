import { isJsonObject, type JsonValue } from '@stormlog/records';
import type { ConversionOptions } from './conversion-options.ts';
import { capabilityIssues, consistencyIssues } from './cross-field-issues.ts';
import { areSameCapabilities, type MemoryCapabilities } from './memory-capabilities.ts';
import type { TelemetryEvent } from './telemetry-event.ts';
import { convertTelemetryRecord, notAnObject } from './telemetry-event-from-record.ts';
import { isCompleteEvent, isMemoryCapabilities } from './telemetry-issues.ts';

/** Converts the records of one source, in their order. */
export interface TelemetryEventReader {
  /**
   * As `telemetryEventFromRecord`, but the reader owns the record: it may become the event, with members replaced by
   * equal ones of earlier events.
   *
   * @throws InvalidRecordError as `telemetryEventFromRecord`
   */
  read(record: JsonValue): TelemetryEvent;
}

/**
 * A converter for many records of one source, which is faster and leaner than converting each alone: events share texts
 * and `metadata.memory_capabilities` with the event before when they are equal, and equal capabilities are not checked
 * again. For records that come fresh out of a parser; a caller who keeps records of its own uses
 * `telemetryEventFromRecord`.
 */
export function createTelemetryEventReader(options: ConversionOptions = {}): TelemetryEventReader {
  return new SharingReader(options);
}

class SharingReader implements TelemetryEventReader {
  readonly #options: ConversionOptions;
  #previous: TelemetryEvent | null = null;
  #capabilities: MemoryCapabilities | null = null;

  constructor(options: ConversionOptions) {
    this.#options = options;
  }

  read(record: JsonValue): TelemetryEvent {
    if (!isJsonObject(record)) throw notAnObject(record);
    if (isCompleteEvent(record)) {
      const capabilities = this.#recognise(record.metadata['memory_capabilities']);
      if (
        capabilities !== null &&
        consistencyIssues(record).length === 0 &&
        capabilityIssues(record, capabilities).length === 0
      ) {
        return this.#share(record, capabilities);
      }
    }
    const event = convertTelemetryRecord(record, this.#options);
    return this.#share(event, this.#recognise(event.metadata['memory_capabilities']));
  }

  /** The capabilities as the known, equal ones where possible; null when they are not complete. */
  #recognise(found: unknown): MemoryCapabilities | null {
    if (this.#capabilities !== null && areSameCapabilities(this.#capabilities, found)) return this.#capabilities;
    return isMemoryCapabilities(found) ? found : null;
  }

  #share(event: TelemetryEvent, capabilities: MemoryCapabilities | null): TelemetryEvent {
    if (capabilities !== null) {
      if (capabilities === this.#capabilities) setCapabilities(event.metadata, capabilities);
      else this.#capabilities = capabilities;
    }
    if (this.#previous !== null) shareTexts(event, this.#previous);
    this.#previous = event;
    return event;
  }
}

// The readers' own records are written to here, which their types forbid to everyone else.
function setCapabilities(metadata: Record<string, JsonValue>, capabilities: MemoryCapabilities): void {
  metadata['memory_capabilities'] = capabilities;
}

function shareTexts(
  event: { -readonly [Key in keyof TelemetryEvent]: TelemetryEvent[Key] },
  previous: TelemetryEvent,
): void {
  if (event.session_id === previous.session_id) event.session_id = previous.session_id;
  if (event.event_type === previous.event_type) event.event_type = previous.event_type;
  if (event.collector === previous.collector) event.collector = previous.collector;
  if (event.host === previous.host) event.host = previous.host;
  if (event.job_id === previous.job_id) event.job_id = previous.job_id;
  if (event.context === previous.context) event.context = previous.context;
}
