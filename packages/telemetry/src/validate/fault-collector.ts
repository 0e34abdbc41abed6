import { InvalidRecordError, type RecordIssue, type StormlogError } from '@stormlog/records';
import type { LoadNotice } from '../load/load-report.ts';
import type { TelemetryFault, ValidationReport } from './telemetry-fault.ts';

/** Where in a file a record stands. */
export interface RecordPlace {
  readonly line: number | null;
  readonly element: string | null;
}

/** Gathers the faults of one file up to a limit and counts the rest. */
export class FaultCollector {
  readonly path: string;
  readonly #limit: number;
  #pending: TelemetryFault[] = [];
  #faults = 0;
  #records = 0;
  #invalid = 0;
  #legacy = 0;

  constructor(path: string, limit: number) {
    this.path = path;
    this.#limit = limit;
  }

  /** Counts a record that was checked; `issues` are its faults. */
  record(place: RecordPlace, issues: readonly RecordIssue[], isLegacy: boolean): void {
    this.#records++;
    if (isLegacy) this.#legacy++;
    if (issues.length > 0) this.#invalid++;
    for (const issue of issues) this.#add({ ...place, ...issueFault(issue) });
  }

  /** A record that gave no value: not JSON, not UTF-8, too long. The remark is put after the message. */
  unreadableRecord(place: RecordPlace, error: StormlogError, remark = ''): void {
    this.#records++;
    this.#invalid++;
    this.error(place, error, remark);
  }

  /** True while faults are still handed out, not only counted. */
  get hasRoom(): boolean {
    return this.#faults < this.#limit;
  }

  /** Counts records that something else has checked. */
  count(records: number, invalid: number): void {
    this.#records += records;
    this.#invalid += invalid;
  }

  /** A fault of a file or of a part of it. */
  error(place: RecordPlace, error: StormlogError, remark = ''): void {
    if (error instanceof InvalidRecordError && error.issues.length > 0) {
      for (const issue of error.issues) this.#add({ ...place, ...issueFault(issue) });
      return;
    }
    const field = error instanceof InvalidRecordError ? error.field : null;
    const line = error instanceof InvalidRecordError ? error.line : null;
    this.#add({
      line: place.line ?? line,
      element: place.element,
      field,
      code: error.code,
      found: null,
      expected: null,
      message: error.message + remark,
    });
  }

  notice(notice: LoadNotice): void {
    const { line, field, code, message } = notice;
    this.#add({ line, element: null, field, code, found: null, expected: null, message });
  }

  /** Faults that only a reader beyond its own limit has counted. */
  uncounted(faults: number): void {
    this.#faults += faults;
  }

  /** The faults since the last call. */
  take(): TelemetryFault[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  report(kind: ValidationReport['kind']): ValidationReport {
    return {
      path: this.path,
      kind,
      records: this.#records,
      invalid: this.#invalid,
      legacy: this.#legacy,
      faults: this.#faults,
    };
  }

  #add(fault: Omit<TelemetryFault, 'path'>): void {
    this.#faults++;
    if (this.#faults <= this.#limit) this.#pending.push({ path: this.path, ...fault });
  }
}

function issueFault(issue: RecordIssue): Omit<TelemetryFault, 'path' | 'line' | 'element'> {
  const subject = issue.field === '' ? 'the record' : issue.field;
  const message =
    issue.code === 'field_unknown'
      ? `${subject} is not a field of the record`
      : `${subject} must be ${issue.expected}, ${issue.found === null ? 'but is absent' : `found ${issue.found}`}`;
  return {
    field: issue.field === '' ? null : issue.field,
    code: issue.code,
    found: issue.found,
    expected: issue.expected,
    message,
  };
}
