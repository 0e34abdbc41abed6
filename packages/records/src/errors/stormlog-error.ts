import type { ErrorCode } from './error-codes.ts';

/** One fault of a record: which field, what stood there, what was expected. */
export interface RecordIssue {
  readonly code: ErrorCode;
  /** Dotted path of the field, such as `metadata.memory_capabilities.backend`; empty for the record itself. */
  readonly field: string;
  /** The value found, shortened and printable; null when nothing was there. */
  readonly found: string | null;
  /** What the field must hold, as a phrase: `an integer ≥ 0`. */
  readonly expected: string;
}

/** Where a fault lies: all parts optional, the known ones are named in the message. */
export interface ErrorPlace {
  readonly path?: string | undefined;
  /** 1 for the first line (of a CSV: the header). */
  readonly line?: number | undefined;
  /** Position in a list of records, 1 for the first. */
  readonly record?: number | undefined;
  readonly field?: string | undefined;
  /** Which step of a longer operation refused, where that operation names its steps. */
  readonly stage?: string | undefined;
}

/** Base of every error this project throws. Callers decide by `code`, never by the message. */
export class StormlogError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A record, document or line that breaks a rule. `issues` lists every fault found, `field` names the first. */
export class InvalidRecordError extends StormlogError {
  readonly path: string | null;
  readonly line: number | null;
  /** Position in a list of records, 1 for the first; null unless a list was given. */
  readonly record: number | null;
  readonly field: string | null;
  /** Which step of a longer operation refused; null where that operation names no steps. */
  readonly stage: string | null;
  readonly issues: readonly RecordIssue[];

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorPlace & { readonly issues?: readonly RecordIssue[]; readonly cause?: unknown } = {},
  ) {
    super(code, message, options.cause === undefined ? undefined : { cause: options.cause });
    this.path = options.path ?? null;
    this.line = options.line ?? null;
    this.record = options.record ?? null;
    this.issues = options.issues ?? [];
    this.field = options.field ?? options.issues?.[0]?.field ?? null;
    this.stage = options.stage ?? null;
  }

  /** The same fault with its place filled in where it was not known yet. */
  at(place: ErrorPlace): InvalidRecordError {
    return new InvalidRecordError(this.code, this.message, {
      path: this.path ?? place.path,
      line: this.line ?? place.line,
      record: this.record ?? place.record,
      field: this.field ?? place.field,
      stage: this.stage ?? place.stage,
      issues: this.issues,
      cause: this.cause,
    });
  }
}

/** Two records of one identity that disagree. */
export class ConflictError extends StormlogError {
  /** The identity both claim. */
  readonly identity: string;
  /** The two records that disagree, the earlier one first, each named for a reader; empty where only one is known. */
  readonly claimants: readonly string[];
  readonly path: string | null;
  readonly line: number | null;
  /** Position in a list of records, 1 for the first; null unless a list was given. */
  readonly record: number | null;
  /** Which step of a longer operation refused; null where that operation names no steps. */
  readonly stage: string | null;

  constructor(
    message: string,
    options: Omit<ErrorPlace, 'field'> & {
      readonly identity: string;
      readonly claimants?: readonly string[];
      readonly cause?: unknown;
    },
  ) {
    super('identity_conflict', message, options.cause === undefined ? undefined : { cause: options.cause });
    this.identity = options.identity;
    this.claimants = options.claimants ?? [];
    this.path = options.path ?? null;
    this.line = options.line ?? null;
    this.record = options.record ?? null;
    this.stage = options.stage ?? null;
  }

  /** The same conflict with its place filled in where it was not known yet. */
  at(place: Omit<ErrorPlace, 'field'>): ConflictError {
    return new ConflictError(this.message, {
      identity: this.identity,
      claimants: this.claimants,
      path: this.path ?? place.path,
      line: this.line ?? place.line,
      record: this.record ?? place.record,
      stage: this.stage ?? place.stage,
      cause: this.cause,
    });
  }
}

/** A file that could not be opened, read or written as a whole. */
export class ArtifactError extends StormlogError {
  readonly path: string;
  /** What was being done: `open`, `read`, `decode`, `write`, `sync`, `rename`, … */
  readonly stage: string;
  /** The operating system's code, such as `ENOSPC`; null when the fault is in the data. */
  readonly systemCode: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      readonly path: string;
      readonly stage: string;
      readonly systemCode?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(code, message, options.cause === undefined ? undefined : { cause: options.cause });
    this.path = options.path;
    this.stage = options.stage;
    this.systemCode = options.systemCode ?? null;
  }
}

/** A caller's argument or option that cannot be accepted. */
export class ArgumentError extends StormlogError {
  readonly argument: string;
  /** Which step of a longer operation refused; null where that operation names no steps. */
  readonly stage: string | null;

  constructor(
    argument: string,
    message: string,
    options?: { readonly code?: ErrorCode; readonly stage?: string | undefined; readonly cause?: unknown },
  ) {
    super(
      options?.code ?? 'argument_invalid',
      message,
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
    this.argument = argument;
    this.stage = options?.stage ?? null;
  }
}
