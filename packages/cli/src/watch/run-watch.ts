import {
  type Cause,
  combineRankSummaries,
  explainRun,
  groupEventsByRank,
  summarizeRank,
} from '@stormlog/distributed-diagnostics';
import { type Diagnosis, describeRanks, type Notice } from '@stormlog/report';
import { TelemetryFollower } from '@stormlog/telemetry';
import type { CommandContext } from '../commands/command.ts';
import { type LoadedInputs, loadInputs } from '../inputs/load-inputs.ts';
import { LiveRanks } from './live-ranks.ts';

/** What is watched, and when a rank counts as stopped. */
export interface RunWatchOptions {
  readonly sessionId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly quietMs: number;
}

/** One look at a run. */
export interface WatchLook {
  /** Null when there is no event yet. */
  readonly diagnosis: (Diagnosis & { readonly causes: readonly Cause[]; readonly writing: ReadonlySet<number> }) | null;
  readonly notices: readonly Notice[];
  readonly lookedAt: Date;
  /** True when there is something that the look before did not have, or a rank fell silent since. */
  readonly isNew: boolean;
}

/** Looks at a run again and again, reading only what has come since. */
export class RunWatch {
  readonly #operands: readonly string[];
  readonly #context: CommandContext;
  readonly #options: RunWatchOptions;
  readonly #follower = new TelemetryFollower();
  readonly #live: LiveRanks;
  #known = '';
  #last: WatchLook | null = null;

  constructor(operands: readonly string[], context: CommandContext, options: RunWatchOptions) {
    this.#operands = operands;
    this.#context = context;
    this.#options = options;
    this.#live = new LiveRanks(options.quietMs);
  }

  /**
   * The run as it is now. Without anything new nothing is computed again.
   *
   * @throws ArgumentError for a session or job that is not there although others are
   */
  async look(): Promise<WatchLook> {
    const { sessionId, jobId } = this.#options;
    const lookedAt = new Date();
    const inputs = await loadInputs(this.#operands, this.#context, {
      sessionId,
      jobId,
      strict: false,
      loadSessions: (source, options) => this.#follower.load(source, options),
    });
    const { load, notices } = inputs;
    const known = fingerprintOf(inputs);
    if (this.#last !== null && known === this.#known && !this.#hasFallenSilent(this.#last)) {
      this.#last = { ...this.#last, lookedAt, isNew: false };
      return this.#last;
    }
    this.#known = known;
    if (load.events.length === 0) {
      this.#last = { diagnosis: null, notices, lookedAt, isNew: true };
      return this.#last;
    }
    const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);
    const model = combineRankSummaries(summaries);
    const writing = this.#live.writing(describeRanks(load, model), performance.now());
    const causes = explainRun({ load, summaries }, { writing });
    const { totals, unusablePaths } = inputs;
    const diagnosis = { load, model, causes, writing, totals, unusablePaths };
    this.#last = { diagnosis, notices: [...notices, ...model.warnings], lookedAt, isNew: true };
    return this.#last;
  }

  #hasFallenSilent({ diagnosis }: WatchLook): boolean {
    if (diagnosis === null || diagnosis.writing.size === 0) return false;
    const ranks = describeRanks(diagnosis.load, diagnosis.model);
    return this.#live.writing(ranks, performance.now()).size < diagnosis.writing.size;
  }
}

/** Changes whenever what was read does. */
function fingerprintOf({ load, totals, notices }: LoadedInputs): string {
  const sessions = load.sessions.map(({ summary, events }) => [
    summary.session_id,
    summary.status,
    summary.ended_at_ns,
    events.length,
  ]);
  return JSON.stringify([sessions, totals, notices.length], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
