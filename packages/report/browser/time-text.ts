import type { Ticks } from '../src/html/axis/ticks.ts';
import { clockText, relativeText, relativeTicks, wallTicks } from '../src/html/axis/time-text.ts';
import type { DiagnosisPageData } from '../src/html/page-data.ts';
import type { View } from './view.ts';

type Start = Pick<DiagnosisPageData, 'start_ms' | 'start_rest_ns'>;

/** Ticks of the time axis, by the clock that is chosen. */
export function timeTicks(
  { start_ms: ms }: Start,
  clock: View['clock'],
  from: number,
  to: number,
  count: number,
): Ticks {
  return clock === 'wall' ? wallTicks(from, to, count, ms) : relativeTicks(from, to, count);
}

/** One time, to the millisecond or finer where the view is close. */
export function timeText(
  { start_ms: ms, start_rest_ns: rest }: Start,
  clock: View['clock'],
  seconds: number,
  step = 0.001,
): string {
  if (clock === 'relative') return relativeText(seconds, step);
  const ofDay = (ms % 86_400_000) / 1000 + rest / 1e9 + seconds;
  return clockText(ofDay, step);
}
