import type { PhaseSpan } from './phase-span.ts';

/**
 * Finds the spans that hold a time without looking at the others: a tree over spans sorted by start that keeps the
 * largest end below each node. A query costs O(log n) for each span found, also when one long span covers all.
 *
 * Ends in the tree are doubles. Rounding keeps their order, so no span is missed; spans met are compared exactly.
 */
export class SpanTree {
  readonly #spans: readonly PhaseSpan[];
  readonly #leaves: number;
  readonly #latestEnds: Float64Array;

  /** @param spans sorted by start */
  constructor(spans: readonly PhaseSpan[]) {
    let leaves = 1;
    while (leaves < spans.length) leaves *= 2;
    const latestEnds = new Float64Array(2 * leaves).fill(Number.NEGATIVE_INFINITY);
    for (let i = 0; i < spans.length; i++) latestEnds[leaves + i] = Number(spans[i]!.end_ns);
    for (let node = leaves - 1; node > 0; node--) {
      latestEnds[node] = Math.max(latestEnds[2 * node]!, latestEnds[2 * node + 1]!);
    }
    this.#spans = spans;
    this.#leaves = leaves;
    this.#latestEnds = latestEnds;
  }

  /** Appends the spans with start ≤ time ≤ end to `found`, in the order in which they were given. */
  collectActive(timestampNs: bigint | number, found: PhaseSpan[]): void {
    const started = this.#countStarted(timestampNs);
    if (started > 0) this.#descend(1, 0, this.#leaves, started, timestampNs, Number(timestampNs), found);
  }

  #countStarted(timestampNs: bigint | number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#spans[middle]!.start_ns <= timestampNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #descend(
    node: number,
    first: number,
    count: number,
    started: number,
    exactTime: bigint | number,
    roundedTime: number,
    found: PhaseSpan[],
  ): void {
    if (first >= started || this.#latestEnds[node]! < roundedTime) return;
    if (count === 1) {
      const span = this.#spans[first]!;
      if (span.end_ns >= exactTime) found.push(span);
      return;
    }
    const half = count / 2;
    this.#descend(2 * node, first, half, started, exactTime, roundedTime, found);
    this.#descend(2 * node + 1, first + half, half, started, exactTime, roundedTime, found);
  }
}
