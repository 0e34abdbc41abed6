/** Something about the run that a person should look at, and how. Texts are plain; they may quote strings from files. */
export interface Observation {
  readonly code:
    | 'rank_missing'
    | 'rank_unusable'
    | 'rank_elsewhere'
    | 'stopped_before_peers'
    | 'session_not_completed'
    | 'growth_unlike_peers'
    | 'level_unlike_peers';
  readonly severity: 'critical' | 'warning' | 'info';
  readonly ranks: readonly number[];
  readonly text: string;
  /** What to do about it. */
  readonly next: string;
}

/** ` in phase "…"` for the end of a clause; nothing without a phase. */
export function inPhase(path: string | null): string {
  return path === null ? '' : ` in phase "${path}"`;
}
