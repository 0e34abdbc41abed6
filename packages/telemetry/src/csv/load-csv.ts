import { pathName, printablePath, resolvePath } from '@stormlog/files';
import { ArtifactError, InvalidRecordError } from '@stormlog/records';
import { inferSessionSummary, type SessionSummary, stableLegacySessionId } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { EventConverter } from '../load/event-converter.ts';
import { FileReport, reasonOf } from '../load/file-report.ts';
import type { LoadOptions } from '../load/load-options.ts';
import type { LoadNotice } from '../load/load-report.ts';
import type { LoadedSession } from '../load/loaded-session.ts';
import { dropEventCopies } from '../merge/drop-event-copies.ts';
import { sortEventsByTime } from '../merge/sort-events-by-time.ts';
import type { CsvProfile } from './csv-cells.ts';
import { CsvColumns } from './csv-columns.ts';
import { MAX_FIELD_CHARACTERS } from './csv-record-scanner.ts';
import { type CsvRow, type CsvRowFault, isRowFault, readCsvRows } from './csv-rows.ts';

/** Options of {@link loadTelemetryCsv}. */
export interface LoadCsvOptions extends Omit<LoadOptions, 'permissiveLegacy' | 'maxLineBytes'> {
  /** `diagnostics` (default) drops copies of events; `query` keeps a file as it is. */
  readonly profile?: CsvProfile | undefined;
}

/** What a CSV file holds. */
export interface LoadedCsv {
  /** In order of first appearance. */
  readonly sessions: readonly LoadedSession[];
  /** One for each row that was rejected or could be read only in part; shared by all sessions. */
  readonly warnings: readonly LoadNotice[];
}

/**
 * Loads the sessions of a CSV file, such as the Python package exports (docs/formats/csv.md).
 *
 * A row that is not a telemetry record is left out with a warning that names its row, 1 for the header, lines without any
 * character not counted.
 *
 * @throws InvalidRecordError `not_utf8`; `csv_field_too_long` unless `onInvalid` is `skip`
 * @throws ArtifactError `gzip_damaged`; in the `query` profile also when the file cannot be opened, which in the
 *   `diagnostics` profile is a warning
 */
export async function loadTelemetryCsv(path: string, options: LoadCsvOptions = {}): Promise<LoadedCsv> {
  options.signal?.throwIfAborted();
  const report = new FileReport(path);
  const profile = options.profile ?? 'diagnostics';
  let events: TelemetryEvent[] = [];
  let resolvedPath = path;
  try {
    resolvedPath = await resolvePath(path);
    const defaultSessionId = stableLegacySessionId(resolvedPath, 'csv');
    events = await readEvents(path, profile, report, { ...options, defaultSessionId });
  } catch (error) {
    if (profile !== 'diagnostics' || !isUnopenable(error)) throw error;
    report.notice('csv_unreadable', reasonOf(error));
  }
  report.events = events.length;
  const groups = [...groupBySession(events)].map(([sessionId, group]) => {
    const sorted = sortEventsByTime(group);
    const distinct = profile === 'diagnostics' ? dropEventCopies(sorted) : { events: sorted, duplicates: 0 };
    return { sessionId, ...distinct };
  });
  report.duplicates = groups.reduce((sum, group) => sum + group.duplicates, 0);
  const finished = report.toReport();
  options.onReport?.(finished);
  const source = `artifact:${pathName(path) || resolvedPath}`;
  const sourcePath = profile === 'diagnostics' ? path : resolvedPath;
  const warnings = withRemainder(finished.notices, finished.notices_left_out, path);
  const sessions = groups.map((group) => ({
    summary: summarize(group.sessionId, group.events, profile, source),
    events: group.events,
    sources_loaded: [sourcePath],
    warnings,
  }));
  return { sessions, warnings };
}

async function readEvents(
  path: string,
  profile: CsvProfile,
  report: FileReport,
  options: LoadCsvOptions & { readonly defaultSessionId: string },
): Promise<TelemetryEvent[]> {
  const { signal, chunkBytes, onProgress } = options;
  const events: TelemetryEvent[] = [];
  const reader = new RowReader(report, profile, options);
  const batches = readCsvRows(path, {
    signal,
    chunkBytes,
    onProgress: onProgress && ((progress) => onProgress({ path, ...progress })),
  });
  for await (const rows of batches) {
    for (const row of rows) {
      const event = reader.read(row);
      if (event !== null) events.push(event);
    }
  }
  return events;
}

/** Makes events of a file's rows, one after the other. */
class RowReader {
  readonly #report: FileReport;
  readonly #profile: CsvProfile;
  readonly #converter: EventConverter;
  readonly #skips: boolean;
  #columns: CsvColumns | null = null;

  constructor(
    report: FileReport,
    profile: CsvProfile,
    options: LoadCsvOptions & { readonly defaultSessionId: string },
  ) {
    this.#report = report;
    this.#profile = profile;
    this.#converter = new EventConverter(report, { ...options, defaultCollector: 'legacy.csv' });
    this.#skips = options.onInvalid === 'skip';
  }

  /** The event of the next row; null for the header and for a row that gives none. */
  read(row: CsvRow): TelemetryEvent | null {
    const line = ++this.#report.lines;
    if (isRowFault(row)) {
      this.#fault(row, line);
      if (this.#columns === null) this.#columns = new CsvColumns([], this.#profile);
      return null;
    }
    if (this.#columns === null) {
      this.#columns = new CsvColumns(row, this.#profile);
      return null;
    }
    try {
      const record = this.#columns.record(row, (reason) =>
        this.#report.notice('metadata_unreadable', reason, { line, field: 'metadata' }),
      );
      return this.#converter.convert(record, line);
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      this.#reject(error, line, this.#columns);
      return null;
    }
  }

  #reject(error: InvalidRecordError, line: number, columns: CsvColumns): void {
    this.#report.rejected++;
    // Where the header names no time, no row can be read, and that is the reason to give.
    const fault = columns.fault;
    const reason = fault?.reason ?? (this.#report.hasRoom ? reasonOf(error) : error.message);
    const field = fault === null ? error.field : null;
    this.#report.notice('csv_row_rejected', `the row is rejected: ${reason}`, { line, field, hint: fault?.hint });
  }

  #fault(fault: CsvRowFault, line: number): void {
    const { path } = this.#report;
    if (fault.kind === 'too_long' && !this.#skips) {
      const message = `cell ${fault.column} is longer than ${MAX_FIELD_CHARACTERS} characters`;
      throw new InvalidRecordError('csv_field_too_long', message, { path, line });
    }
    this.#report.rejected++;
    const code = fault.kind === 'quote_unclosed' ? 'csv_quote_unclosed' : 'csv_row_rejected';
    this.#report.notice(code, faultReason(fault), { line, hint: this.#columns === null ? HEADER_HINT : undefined });
  }
}

const HEADER_HINT = 'this is the header, so no row of the file can be read';

function faultReason({ kind, column, lines }: CsvRowFault): string {
  const extent = lines === 1 ? '' : `; the row covers ${lines} lines, which are lost with it`;
  switch (kind) {
    case 'quote_unclosed':
      return `the row is rejected: the quote that opens cell ${column} is never closed, so the row takes the rest of the file: ${lines} ${lines === 1 ? 'line' : 'lines'}`;
    case 'quote_misplaced':
      return `the row is rejected: text follows the closing quote of cell ${column}; a quote inside a quoted cell must be doubled${extent}`;
    case 'too_long':
      return `the row is rejected: cell ${column} is longer than ${MAX_FIELD_CHARACTERS} characters${extent}`;
  }
}

/** Whatever the operating system says about a file is a warning of the diagnostics profile. */
function isUnopenable(error: unknown): error is ArtifactError {
  return error instanceof ArtifactError && error.code !== 'gzip_damaged';
}

function groupBySession(events: readonly TelemetryEvent[]): Map<string, TelemetryEvent[]> {
  const groups = new Map<string, TelemetryEvent[]>();
  for (const event of events) {
    const group = groups.get(event.session_id);
    if (group === undefined) groups.set(event.session_id, [event]);
    else group.push(event);
  }
  return groups;
}

/** In the diagnostics profile only a `stop` at the very end completes a session. */
function summarize(
  sessionId: string,
  events: readonly TelemetryEvent[],
  profile: CsvProfile,
  source: string,
): SessionSummary {
  const summary = inferSessionSummary(sessionId, events, { source });
  const last = events.at(-1);
  if (profile === 'query' || last === undefined) return summary;
  return last.event_type === 'stop'
    ? { ...summary, status: 'completed', ended_at_ns: last.timestamp_ns }
    : { ...summary, status: 'incomplete', ended_at_ns: null };
}

function withRemainder(notices: readonly LoadNotice[], leftOut: number, path: string): readonly LoadNotice[] {
  if (leftOut === 0) return notices;
  const message = `${printablePath(path)}: ${leftOut} more rows were rejected or read only in part`;
  return [...notices, { code: 'notices_left_out', message, path, line: null, field: null }];
}
