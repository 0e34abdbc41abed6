import type { AdapterTable, ConformanceCase } from '../adapter.ts';
import { type AnsweredCase, runCase } from '../case-runner.ts';
import type { Difference } from '../compare.ts';
import { isAccident } from '../judgement.ts';
import type { LiveArea } from './live-area.ts';

/** Python answers so many questions while ours are answered. */
const IN_FLIGHT = 32;

/** Whoever answers questions with the reference: the Python process, or a stand-in. */
export interface Oracle {
  ask(question: ConformanceCase): Promise<AnsweredCase>;
}

/** A case that the two implementations answer differently without an explanation. */
export interface LiveFailure {
  readonly question: AnsweredCase;
  readonly difference: Difference;
}

export interface LiveOutcome {
  readonly passed: number;
  /** How often each improvement or convention explained a difference. */
  readonly explained: ReadonlyMap<string, number>;
  readonly failures: readonly LiveFailure[];
  /** Operations asked without an adapter, which are failures of the harness. */
  readonly unanswered: ReadonlySet<string>;
  readonly perOperation: ReadonlyMap<string, number>;
}

export interface LiveOptions {
  readonly area: LiveArea;
  readonly oracle: Oracle;
  readonly adapters: AdapterTable;
  readonly seed: number;
  readonly count: number;
}

/**
 * Asks Python and our adapters the same generated questions and compares the answers. Cases run one at a time in this
 * thread, each in a folder of its own that is the working folder.
 */
export async function runLive(options: LiveOptions): Promise<LiveOutcome> {
  const { area, oracle, adapters, seed, count } = options;
  const explained = new Map<string, number>();
  const failures: LiveFailure[] = [];
  const unanswered = new Set<string>();
  const perOperation = new Map<string, number>();
  let passed = 0;
  for await (const question of answeredInOrder(area.cases(seed, count), oracle)) {
    perOperation.set(question.op, (perOperation.get(question.op) ?? 0) + 1);
    const adapter = Object.hasOwn(adapters, question.op) ? adapters[question.op] : undefined;
    if (adapter === undefined) {
      unanswered.add(question.op);
      continue;
    }
    const difference = await runCase(question, adapter);
    if (difference === null) {
      passed++;
      continue;
    }
    const item = isAccident(difference.got) ? null : (area.explain?.(question, difference) ?? null);
    if (item === null) failures.push({ question, difference });
    else explained.set(item, (explained.get(item) ?? 0) + 1);
  }
  return { passed, explained, failures, unanswered, perOperation };
}

async function* answeredInOrder(cases: Iterable<ConformanceCase>, oracle: Oracle): AsyncGenerator<AnsweredCase> {
  const asked: Promise<AnsweredCase>[] = [];
  for (const question of cases) {
    const answer = oracle.ask(question);
    // The failure is met when its turn comes.
    answer.catch(() => undefined);
    asked.push(answer);
    if (asked.length >= IN_FLIGHT) yield await asked.shift()!;
  }
  for (const answer of asked) yield await answer;
}
