import { type FileSource, type JsonLineBatch, type LineFault, readJsonLineBatches } from '@stormlog/files';
import { InvalidRecordError } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { refuseSpecialFile } from '../sink/path-kind.ts';
import { EventConverter } from './event-converter.ts';
import { type FileReport, reasonOf } from './file-report.ts';
import { type LineHint, lineHint } from './line-hint.ts';
import type { LoadOptions } from './load-options.ts';

/** Faulty lines of one file that are looked at again for a hint. */
const MAX_HINTS = 100;
const TORN = new Set(['json_syntax', 'not_utf8']);

/**
 * The events of a JSON Lines source, a batch a chunk, in the order of the lines (docs/formats/loading.md §4).
 *
 * A last line without a line end that is not JSON is a torn tail: left out and reported. Any other line that gives no
 * event is an error, or is left out and reported when `onInvalid` is `skip`.
 *
 * @throws InvalidRecordError with path and line; ArtifactError
 */
export async function* readSegment(
  source: FileSource,
  report: FileReport,
  options: LoadOptions & { readonly defaultSessionId: string },
): AsyncGenerator<TelemetryEvent[], void, undefined> {
  const { signal, onProgress, chunkBytes, maxLineBytes } = options;
  if (typeof source === 'string') await refuseSpecialFile(source);
  const converter = new EventConverter(report, options);
  const reader = new SegmentReader(source, report, converter, options.onInvalid === 'skip');
  const batches = readJsonLineBatches(source, {
    signal,
    chunkBytes,
    maxLineBytes,
    bigIntField: 'timestamp_ns',
    onProgress: onProgress && ((progress) => onProgress({ path: report.path, ...progress })),
  });
  for await (const batch of batches) {
    const events = await reader.read(batch);
    if (events.length > 0) yield events;
  }
}

/** Makes the events of the lines of one source, batch by batch, and counts them. */
export class SegmentReader {
  readonly #source: FileSource;
  readonly #report: FileReport;
  readonly #converter: EventConverter;
  readonly #skips: boolean;
  #hints = 0;

  constructor(source: FileSource, report: FileReport, converter: EventConverter, skips: boolean) {
    this.#source = source;
    this.#report = report;
    this.#converter = converter;
    this.#skips = skips;
  }

  async read(batch: JsonLineBatch): Promise<TelemetryEvent[]> {
    this.#report.lines += batch.values.length + batch.blankLines + batch.faults.length;
    this.#report.blank += batch.blankLines;
    const events = this.#convert(batch);
    for (const fault of batch.faults) await this.#fault(fault);
    this.#report.events += events.length;
    return events;
  }

  #convert(batch: JsonLineBatch): TelemetryEvent[] {
    const events: TelemetryEvent[] = [];
    const stopsAt = this.#skips ? undefined : batch.faults.find((fault) => !isTornTail(fault))?.line;
    const { values, lines } = batch;
    for (let i = 0; i < values.length; i++) {
      const line = lines[i]!;
      if (stopsAt !== undefined && line > stopsAt) break;
      try {
        events.push(this.#converter.convert(values[i]!, line));
      } catch (error) {
        if (!(error instanceof InvalidRecordError)) throw error;
        this.#reject(error.at({ path: this.#report.path, line }), line);
      }
    }
    return events;
  }

  async #fault(fault: LineFault): Promise<void> {
    const look = this.#hints++ < MAX_HINTS ? await lineHint(this.#source, fault.offset) : null;
    const { path } = this.#report;
    const { line } = fault;
    if (look !== null && look.encoding !== null) {
      const message = `not UTF-8: ${look.observation}; ${look.advice}`;
      throw new InvalidRecordError('not_utf8', message, { path, line, cause: fault.error });
    }
    if (!isTornTail(fault)) {
      this.#reject(fault.error, line, look);
      return;
    }
    this.#report.tornTail = true;
    this.#report.rejected++;
    const reason = `the file ends in a torn record of ${fault.bytes} bytes, which is left out (${explained(fault.error.message, look)})`;
    this.#report.notice('torn_tail', reason, { line, hint: look?.advice });
  }

  #reject(error: LineFault['error'], line: number, look: LineHint | null = null): void {
    if (!this.#skips) throw error;
    this.#report.rejected++;
    const field = error instanceof InvalidRecordError ? error.field : null;
    const reason = this.#report.hasRoom ? explained(reasonOf(error), look) : error.message;
    this.#report.notice('line_skipped', reason, { line, field, hint: look?.advice });
  }
}

function explained(reason: string, look: LineHint | null): string {
  return look === null ? reason : `${reason}; ${look.observation}`;
}

function isTornTail(fault: LineFault): boolean {
  return !fault.terminated && TORN.has(fault.error.code);
}
