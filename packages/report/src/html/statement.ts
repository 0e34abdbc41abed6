import type { ArtifactLoadResult, Cause } from '@stormlog/distributed-diagnostics';
import type { Observation } from '../diagnosis/observation.ts';
import { type ObserveOptions, observeRun } from '../diagnosis/observe-run.ts';
import type { RankOverview } from '../diagnosis/rank-overview.ts';

/** Something that the page says about the run, with the element and the cause behind it. */
export interface Statement {
  /** Id of its element: `finding-1`. */
  readonly id: string;
  readonly code: Observation['code'];
  readonly severity: Observation['severity'];
  readonly ranks: readonly number[];
  readonly text: string;
  readonly next: string;
  /** Null for what only the inputs and sessions tell. */
  readonly cause: Cause | null;
}

/** What stands out in a run, in the order of `observeRun`. */
export function statementsOf(
  load: ArtifactLoadResult,
  ranks: readonly RankOverview[],
  options: ObserveOptions,
): Statement[] {
  return observeRun(load, ranks, options).map((observation, index) => ({
    id: `finding-${index + 1}`,
    code: observation.code,
    severity: observation.severity,
    ranks: observation.ranks,
    text: observation.cause?.summary ?? observation.text,
    next: observation.next,
    cause: observation.cause ?? null,
  }));
}

/** The statement whose onset is the earliest of those that matter; null when none has a time. */
export function earliestStatement(statements: readonly Statement[]): Statement | null {
  let earliest: Statement | null = null;
  for (const statement of statements) {
    const onset = onsetOf(statement);
    if (onset === null || statement.severity === 'info') continue;
    if (earliest === null || onset < onsetOf(earliest)!) earliest = statement;
  }
  return earliest;
}

export function onsetOf({ cause }: Statement): bigint | null {
  return cause?.onset_ns ?? null;
}
