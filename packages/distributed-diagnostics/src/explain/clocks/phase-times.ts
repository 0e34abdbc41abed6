import type { PhaseColumns } from '../signs/rank-signs.ts';

/** The phases of a rank with times in nanoseconds since the base of the run, on the rank's own clock. */
export interface PhaseTimes {
  readonly paths: readonly string[];
  /** Index into `paths` of each span, by start. */
  readonly path: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** 1 where an exit was recorded. */
  readonly closed: Uint8Array;
}

export function phaseTimesOf({ paths, path, start_ns, end_ns, closed }: PhaseColumns, base: bigint): PhaseTimes {
  const count = path.length;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    starts[i] = Number(start_ns[i]! - base);
    ends[i] = Number(end_ns[i]! - base);
  }
  return { paths, path, starts, ends, closed };
}
