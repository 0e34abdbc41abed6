import type { Cause, CauseKind } from '@stormlog/distributed-diagnostics';

/** Something about the run that a person should look at, and how. Texts are plain; they may quote strings from files. */
export interface Observation {
  /** The kind of a cause, or what only the inputs and sessions tell. */
  readonly code: CauseKind | 'rank_unusable' | 'rank_elsewhere' | 'session_not_completed';
  readonly severity: 'critical' | 'warning' | 'info';
  readonly ranks: readonly number[];
  readonly text: string;
  /** What to do about it. */
  readonly next: string;
  /** The cause that says so; absent for what only the inputs and sessions tell. */
  readonly cause?: Cause | undefined;
}

/** ` in phase "…"` for the end of a clause; nothing without a phase. */
export function inPhase(path: string | null): string {
  return path === null ? '' : ` in phase "${path}"`;
}
