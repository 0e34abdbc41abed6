import { printablePath } from '@stormlog/files';
import { formatError, InvalidRecordError, type StormlogError } from '@stormlog/records';
import { type LoadNotice, type LoadReport, MAX_NOTICES } from './load-report.ts';

/** Where in its file a notice belongs. */
export interface NoticePlace {
  readonly line?: number | null | undefined;
  readonly field?: string | null | undefined;
  readonly hint?: string | undefined;
}

/** Counts what one file gave, and keeps its first notices. */
export class FileReport {
  readonly path: string;
  lines = 0;
  blank = 0;
  events = 0;
  rejected = 0;
  duplicates = 0;
  tornTail = false;
  countersUnusable = 0;
  readonly #notices: LoadNotice[] = [];
  #leftOut = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** The notices so far. */
  get notices(): readonly LoadNotice[] {
    return this.#notices;
  }

  /** True while further notices are kept, not only counted. */
  get hasRoom(): boolean {
    return this.#notices.length < MAX_NOTICES;
  }

  /** Takes a notice about this file; its message is made to name path and line. */
  notice(code: string, reason: string, place: NoticePlace = {}): void {
    const line = place.line ?? null;
    const message = `${printablePath(this.path)}${line === null ? '' : `:${line}`}: ${reason}`;
    const hint = place.hint === undefined ? {} : { hint: place.hint };
    this.add({ code, message, path: this.path, line, field: place.field ?? null, ...hint });
  }

  /** Takes a notice as it is. */
  add(notice: LoadNotice): void {
    if (this.hasRoom) this.#notices.push(notice);
    else this.#leftOut++;
  }

  toReport(): LoadReport {
    return {
      path: this.path,
      lines: this.lines,
      blank: this.blank,
      events: this.events,
      rejected: this.rejected,
      duplicates: this.duplicates,
      torn_tail: this.tornTail,
      counters_unusable: this.countersUnusable,
      notices: this.#notices,
      notices_left_out: this.#leftOut,
    };
  }
}

/** What is wrong, without the place that the notice names anyway. */
export function reasonOf(error: StormlogError): string {
  return error instanceof InvalidRecordError
    ? formatError(new InvalidRecordError(error.code, error.message, { issues: error.issues.slice(1) }))
    : error.message;
}
