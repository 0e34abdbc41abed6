import type { DocumentElementFault } from '@stormlog/files';
import { InvalidRecordError, isJsonObject, type JsonValue } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { EventConverter } from './event-converter.ts';
import { FileReport, reasonOf } from './file-report.ts';
import type { LoadOptions } from './load-options.ts';

interface Place {
  readonly index: number;
  readonly line: number;
}

/** The events of one list of a document, and what became of its elements. */
export class ElementList {
  readonly report: FileReport;
  /** The list is that of a tracker's result, whose session is described beside it. */
  readonly isTrackerResult: boolean;
  readonly #key: string | null;
  readonly #skips: boolean;
  readonly #converter: EventConverter;
  #events: TelemetryEvent[] = [];
  /** Of each event of a tracker's result: the session that its record names, and its place. */
  readonly #origins: (Place & { readonly sessionId: JsonValue | undefined })[] = [];
  /** The first fault, kept until it is known that this list is the one that counts. */
  #failure: InvalidRecordError | null = null;

  constructor(path: string, key: string | null, options: LoadOptions & { readonly defaultSessionId: string }) {
    this.report = new FileReport(path);
    this.isTrackerResult = key === 'telemetry_events';
    this.#key = key;
    this.#skips = options.onInvalid === 'skip';
    this.#converter = new EventConverter(this.report, options);
  }

  /** Converts the next element. */
  add(value: JsonValue, index: number, line: number): void {
    this.report.lines++;
    if (this.#failure !== null) return;
    const sessionId = isJsonObject(value) && Object.hasOwn(value, 'session_id') ? value['session_id'] : undefined;
    try {
      this.#events.push(this.#converter.convert(value, line));
      if (this.isTrackerResult) this.#origins.push({ index, line, sessionId });
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      this.#reject(error, { index, line });
    }
  }

  /** Takes an element that is not JSON. */
  addFault(fault: DocumentElementFault): void {
    this.report.lines++;
    this.#reject(fault.error, fault);
  }

  /** Rejects the events whose records do not name this session. */
  keepSession(sessionId: string): void {
    this.#events = this.#events.filter((_, position) => {
      const origin = this.#origins[position]!;
      if (origin.sessionId === sessionId) return true;
      const message = 'the record does not name the session of its document';
      this.#reject(new InvalidRecordError('session_mismatch', message, { field: 'session_id' }), origin);
      return false;
    });
  }

  /**
   * The events of the elements that could be used.
   *
   * @throws InvalidRecordError for the first that could not, unless they are skipped
   */
  finish(): readonly TelemetryEvent[] {
    if (this.#failure !== null) throw this.#failure;
    this.report.events = this.#events.length;
    return this.#events;
  }

  #reject(error: InvalidRecordError, { index, line }: Place): void {
    const place = `${this.#key ?? ''}[${index}]`;
    this.report.rejected++;
    if (this.#skips) {
      this.report.notice('element_skipped', `${place}: ${reasonOf(error)}`, { line, field: error.field });
      return;
    }
    this.#failure ??= new InvalidRecordError(error.code, `${place}: ${error.message}`, {
      path: this.report.path,
      line,
      record: index + 1,
      field: error.field ?? undefined,
      issues: error.issues,
      cause: error.cause,
    });
  }
}
