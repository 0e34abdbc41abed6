import { execFileSync } from 'node:child_process';

/** What one process measured of itself. */
export interface Measurement {
  readonly events: number;
  readonly ranks: number;
  readonly load_seconds: number;
  readonly model_seconds: number;
  /** Largest resident size of the whole process. */
  readonly peak_bytes: number;
}

/** Runs a candidate as a process of its own, so that no candidate warms up or fills the memory of another. */
export function runCandidate(command: string, args: readonly string[]): Measurement {
  const line = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const measurement: Measurement = JSON.parse(line);
  return measurement;
}

/** The middle value; of an even number the lower middle, which was really measured. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The medians of several measurements, figure by figure. */
export function medianMeasurement(measurements: readonly Measurement[]): Measurement {
  const of = (pick: (m: Measurement) => number) => median(measurements.map(pick));
  return {
    events: of((m) => m.events),
    ranks: of((m) => m.ranks),
    load_seconds: of((m) => m.load_seconds),
    model_seconds: of((m) => m.model_seconds),
    peak_bytes: of((m) => m.peak_bytes),
  };
}
