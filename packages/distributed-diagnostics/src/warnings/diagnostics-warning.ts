import type { JsonValue } from '@stormlog/records';
import type { LoadNotice } from '@stormlog/telemetry';

/**
 * Something that the reader of a diagnosis has to know: a stable code, a text for people, and the values that the text
 * names. Codes and what each names: docs/formats/warnings.md.
 */
export interface DiagnosticsWarning {
  readonly code: string;
  readonly message: string;
  readonly path?: string | undefined;
  /** 1 for the first line; of a CSV the header is 1 and rows are counted. */
  readonly line?: number | undefined;
  readonly field?: string | undefined;
  /** What a person can do about it. */
  readonly hint?: string | undefined;
  /** What went wrong underneath, as one line. */
  readonly cause?: string | undefined;
  /** 0-based place in a list. */
  readonly index?: number | undefined;
  readonly count?: number | undefined;
  readonly rank?: number | undefined;
  readonly world_size?: number | undefined;
  /** Where a timeline's rank came from: `payload`, `path` or `allocator`. */
  readonly rank_source?: string | undefined;
  readonly session_id?: string | undefined;
  readonly job_id?: JsonValue | undefined;
  readonly status?: string | undefined;
}

/** A loader's notice as a warning; a null line or field is left out. */
export function warningFromNotice(notice: LoadNotice): DiagnosticsWarning {
  return {
    code: notice.code,
    message: notice.message,
    path: notice.path,
    ...(notice.line === null ? {} : { line: notice.line }),
    ...(notice.field === null ? {} : { field: notice.field }),
    ...(notice.hint === undefined ? {} : { hint: notice.hint }),
  };
}

/**
 * The warnings without repetitions, in order of first occurrence. Two are the same when code and named values are equal;
 * the path of a synthesised timeline is not part of it.
 */
export function uniqueWarnings(warnings: Iterable<DiagnosticsWarning>): DiagnosticsWarning[] {
  const byIdentity = new Map<string, DiagnosticsWarning>();
  for (const warning of warnings) {
    const identity = identityOf(warning);
    if (!byIdentity.has(identity)) byIdentity.set(identity, warning);
  }
  return [...byIdentity.values()];
}

/**
 * Lists of warnings, each without repetitions, as one. Thousands of sessions of one file share its list, so a list that
 * comes again costs nothing, and one alone is the result itself.
 */
export function uniteWarnings(lists: Iterable<readonly DiagnosticsWarning[]>): readonly DiagnosticsWarning[] {
  const distinct = [...new Set(lists)].filter((list) => list.length > 0);
  return distinct.length < 2 ? (distinct[0] ?? []) : uniqueWarnings(distinct.flat());
}

function identityOf(warning: DiagnosticsWarning): string {
  const { code, message: _message, hint: _hint, ...named } = warning;
  return JSON.stringify([
    code,
    Object.entries(named)
      .filter(([, value]) => value !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => [name, typeof value === 'bigint' ? `${value}n` : value]),
  ]);
}
