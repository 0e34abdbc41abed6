import { printablePath } from '@stormlog/files';
import { InvalidRecordError, printableText, type StormlogError } from '@stormlog/records';
import { type LoadNotice, type LoadReport, MAX_NOTICES } from './load-report.ts';

/** Fields that a one-line reason names beside the first fault. */
const MAX_FIELDS = 5;

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

/** What is wrong in one line, without the place that the notice names anyway: the first fault, and where the others are. */
export function reasonOf(error: StormlogError): string {
  const others = error instanceof InvalidRecordError ? error.issues.slice(1) : [];
  if (others.length === 0) return error.message;
  const fields = others.slice(0, MAX_FIELDS).map((issue) => printableText(issue.field));
  const more = others.length > MAX_FIELDS ? ', …' : '';
  const faults = others.length === 1 ? '1 more fault' : `${others.length} more faults`;
  return `${error.message}; ${faults}: ${fields.join(', ')}${more}`;
}
