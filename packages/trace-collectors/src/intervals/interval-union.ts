import { mergeIntervals } from './merge-intervals.ts';

/** The total length of intervals, overlaps counted once; they may come in any order. Times in nanoseconds. */
export class IntervalUnion {
  /** Offsets from the first start, start and end in turn, while all are exact as numbers. */
  #offsets = new Float64Array(64);
  #count = 0;
  #origin: bigint | null = null;
  /** Intervals too far apart for numbers. */
  readonly #far: [bigint, bigint][] = [];

  add(start: bigint, end: bigint): void {
    this.#origin ??= start;
    const from = Number(start - this.#origin);
    const to = Number(end - this.#origin);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) {
      this.#far.push([start, end]);
      return;
    }
    if (2 * this.#count === this.#offsets.length) {
      const larger = new Float64Array(2 * this.#offsets.length);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[2 * this.#count] = from;
    this.#offsets[2 * this.#count + 1] = to;
    this.#count++;
  }

  length(): bigint {
    if (this.#far.length > 0) {
      let total = 0n;
      for (const [start, end] of mergeIntervals(this.#allExact())) total += end - start;
      return total;
    }
    const offsets = this.#offsets;
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    order.sort((left, right) => offsets[2 * left]! - offsets[2 * right]!);
    let total = 0n;
    let runStart = 0;
    let runEnd = Number.NEGATIVE_INFINITY;
    for (const index of order) {
      const start = offsets[2 * index]!;
      const end = offsets[2 * index + 1]!;
      if (start <= runEnd) {
        if (end > runEnd) runEnd = end;
        continue;
      }
      if (runEnd >= runStart) total += BigInt(runEnd) - BigInt(runStart);
      runStart = start;
      runEnd = end;
    }
    return this.#count === 0 ? 0n : total + BigInt(runEnd) - BigInt(runStart);
  }

  *#allExact(): Generator<[bigint, bigint]> {
    const origin = this.#origin ?? 0n;
    for (let i = 0; i < this.#count; i++) {
      yield [origin + BigInt(this.#offsets[2 * i]!), origin + BigInt(this.#offsets[2 * i + 1]!)];
    }
    yield* this.#far;
  }
}
