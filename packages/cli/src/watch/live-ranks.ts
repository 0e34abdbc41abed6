import type { RankOverview } from '@stormlog/report';

interface Progress {
  lastSeenNs: bigint | null;
  /** When the last event came here, on the monotonic clock. */
  at: number;
}

/**
 * Which ranks of a watched run are still being recorded: those whose session has no end, and of which something new came
 * not long ago. Their clocks play no part in it, only when their records came here.
 */
export class LiveRanks {
  readonly #quietMs: number;
  readonly #progress = new Map<number, Progress>();

  /** @param quietMs milliseconds after which a rank of which nothing came has fallen silent */
  constructor(quietMs: number) {
    this.#quietMs = quietMs;
  }

  /** Takes in a look at the run; `now` in milliseconds of the monotonic clock. */
  writing(ranks: readonly RankOverview[], now: number): Set<number> {
    const writing = new Set<number>();
    for (const { rank, availability, last_seen_ns, session_status } of ranks) {
      if (availability !== 'present') continue;
      const known = this.#progress.get(rank);
      if (known === undefined || known.lastSeenNs !== last_seen_ns) {
        this.#progress.set(rank, { lastSeenNs: last_seen_ns, at: now });
      }
      const isOpen = session_status === 'running' || session_status === null;
      if (isOpen && now - this.#progress.get(rank)!.at < this.#quietMs) writing.add(rank);
    }
    return writing;
  }
}
