import { isJsonObject, parseJson, StormlogError } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import { capabilityIssues, consistencyIssues } from '../event/cross-field-issues.ts';
import { areSameCapabilities, type MemoryCapabilities } from '../event/memory-capabilities.ts';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { createTelemetryEventReader, type TelemetryEventReader } from '../event/telemetry-event-reader.ts';
import { isCompleteEvent, isMemoryCapabilities } from '../event/telemetry-issues.ts';
import { SessionRollupAccumulator } from '../rollups/session-accumulator.ts';
import { isPlainObject } from './plain-object.ts';
import type { SinkRecord } from './sink-record.ts';

/** What is known of a part of a sink without reading it: of records that wait to be written, or of a segment. */
export interface RollupPart {
  readonly sessionId: string;
  /** The start of the session that windows are counted from. */
  readonly startedAtNs: bigint;
  readonly accumulator: SessionRollupAccumulator;
  /** Bytes of the segment that belong to the part. */
  bytes: number;
  /** False when it holds a record that has to be read to see what becomes of it. */
  isWhole: boolean;
}

/** A line of a record, whose text is rarely asked for. */
export interface LineText {
  text(): string;
}

/**
 * Gathers the rollups of the segments that a writer makes while their records pass by, segment by segment, because retention
 * takes segments away (docs/formats/sinks.md §12).
 */
export class StreamedRollups {
  readonly #windowNs: bigint;
  readonly #segments = new Map<string, RollupPart | null>();
  #session: SessionSummary | null = null;
  #reader: TelemetryEventReader | null = null;
  #capabilities: MemoryCapabilities | null = null;
  #waiting: RollupPart | null = null;
  #inFlight: RollupPart | null = null;

  constructor(windowNs: bigint) {
    this.#windowNs = windowNs;
  }

  /**
   * @param record null when it may have changed since it was encoded
   * @param line how the record was encoded
   */
  add(record: SinkRecord | null, line: LineText, session: SessionSummary): void {
    if (this.#session !== session) this.#begin(session);
    this.#waiting ??= this.#newPart(session);
    const part = this.#waiting;
    const event = part.isWhole ? this.#eventOf(record, line, session) : null;
    if (event === null) part.isWhole = false;
    else part.accumulator.add(event);
  }

  /** The records added so far are being written. */
  take(): void {
    this.#inFlight = this.#waiting;
    this.#waiting = null;
  }

  /** They could not be written: they wait again. */
  putBack(): void {
    if (this.#inFlight === null) return;
    if (this.#waiting !== null) mergePart(this.#inFlight, this.#waiting);
    this.#waiting = this.#inFlight;
    this.#inFlight = null;
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting = null;
  }

  /** A segment is made, so that everything in it will have passed by. */
  addSegment(filename: string): void {
    this.#segments.set(filename, null);
  }

  /** They have been written to a segment. */
  settle(filename: string, bytes: number): void {
    const part = this.#inFlight;
    this.#inFlight = null;
    const known = this.#segments.get(filename);
    // Of a segment that this writer only continues, the rest is not known.
    if (part === null || known === undefined) return;
    part.bytes = bytes;
    if (known === null) this.#segments.set(filename, part);
    else mergePart(known, part);
  }

  /** Forgets segments that are there no more. */
  keepOnly(segments: readonly { readonly filename: string }[]): void {
    const kept = new Set(segments.map(({ filename }) => filename));
    for (const filename of this.#segments.keys()) if (!kept.has(filename)) this.#segments.delete(filename);
  }

  /** What is known of a whole segment; null when it has to be read. */
  partOf(filename: string): RollupPart | null {
    const part = this.#segments.get(filename);
    return part?.isWhole ? part : null;
  }

  #begin(session: SessionSummary): void {
    this.#session = session;
    this.#reader = createTelemetryEventReader({
      defaultSessionId: session.session_id,
      onCounterUnusable: () => undefined,
    });
  }

  #newPart(session: SessionSummary): RollupPart {
    return {
      sessionId: session.session_id,
      startedAtNs: session.started_at_ns,
      accumulator: new SessionRollupAccumulator(session.started_at_ns, this.#windowNs),
      bytes: 0,
      isWhole: true,
    };
  }

  /** The event that a reader makes of the record's line; null when there is none, or it belongs to another session. */
  #eventOf(record: SinkRecord | null, line: LineText, session: SessionSummary): TelemetryEvent | null {
    if (record !== null && this.#isEvent(record)) return record;
    try {
      const event = this.#reader!.read(parseJson(line.text()));
      return event.session_id === session.session_id ? event : null;
    } catch (error) {
      if (error instanceof StormlogError) return null;
      throw error;
    }
  }

  /** True when a reader would make this very event of its line. In an error even a member that is undefined counts. */
  #isEvent(record: object): record is TelemetryEvent {
    if (!isPlainObject(record) || !isJsonObject(record) || !isCompleteEvent(record)) return false;
    if (record.event_type === 'error' || !isPlainObject(record.metadata)) return false;
    const capabilities = this.#recognise(record.metadata['memory_capabilities']);
    return (
      capabilities !== null &&
      consistencyIssues(record).length === 0 &&
      capabilityIssues(record, capabilities).length === 0
    );
  }

  /** A copy of what was checked last, if the capabilities are the same; they are the caller's, who may change them. */
  #recognise(found: unknown): MemoryCapabilities | null {
    if (this.#capabilities !== null && areSameCapabilities(this.#capabilities, found)) return this.#capabilities;
    if (!isMemoryCapabilities(found)) return null;
    this.#capabilities = { ...found };
    return this.#capabilities;
  }
}

function mergePart(part: RollupPart, later: RollupPart): void {
  part.accumulator.merge(later.accumulator);
  part.bytes += later.bytes;
  if (later.sessionId !== part.sessionId || later.startedAtNs !== part.startedAtNs || !later.isWhole) {
    part.isWhole = false;
  }
}
