import { multiples, niceStep, type Ticks } from './ticks.ts';

/** Steps of a clock above a second, in seconds. */
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** The step of a time axis on which `count` ticks span `range` seconds. */
export function timeStep(range: number, count: number): number {
  const least = range / Math.max(1, count);
  if (least < 1) return niceStep(least);
  return CLOCK_STEPS.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400;
}

/** Ticks at round times after the start: `0`, `10 s`, `1:30 min`. */
export function relativeTicks(low: number, high: number, count: number): Ticks {
  const step = timeStep(high - low, count);
  const values = multiples(low, high, step);
  return { values, texts: values.map((value) => relativeText(value, step)) };
}

/** A time after the start, as fine as the step wants it. */
export function relativeText(seconds: number, step: number): string {
  const sign = seconds < 0 ? '-' : '';
  const value = Math.abs(seconds);
  const digits = decimals(step);
  if (value === 0) return '0';
  if (value < 1 && step < 0.01) return `${sign}${trim(value * 1e3, Math.max(0, digits - 3))} ms`;
  if (value < 90) return `${sign}${trim(value, digits)} s`;
  if (value < 3600) return `${sign}${Math.floor(value / 60)}:${padded(value % 60, digits)} min`;
  const hours = Math.floor(value / 3600);
  return `${sign}${hours}:${padded(Math.floor(value / 60) % 60, 0)}:${padded(value % 60, digits)} h`;
}

/** Ticks at round times of the wall clock. @param startMs of second 0, since the epoch */
export function wallTicks(low: number, high: number, count: number, startMs: number): Ticks {
  const step = timeStep(high - low, count);
  const dayStart = Math.floor(startMs / 86_400_000) * 86_400;
  const shift = startMs / 1000 - dayStart;
  const values = multiples(low + shift, high + shift, step);
  return { values: values.map((value) => value - shift), texts: values.map((value) => clockText(value, step)) };
}

/** Seconds of a day as a clock shows them, as fine as the step wants it; days after the first are counted. */
export function clockText(secondOfDay: number, step: number): string {
  const digits = decimals(step);
  const scale = 10 ** digits;
  const units = Math.round(secondOfDay * scale);
  const day = Math.floor(units / (86_400 * scale));
  const rest = units - day * 86_400 * scale;
  const seconds = Math.floor(rest / scale);
  const text = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = digits === 0 ? '' : `.${String(rest % scale).padStart(digits, '0')}`;
  return text + fraction + (day === 0 ? '' : ` +${day} d`);
}

function decimals(step: number): number {
  return step >= 1 ? 0 : Math.min(9, Math.ceil(-Math.log10(step) - 1e-9));
}

function trim(value: number, digits: number): string {
  return value
    .toFixed(digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

function padded(value: number, digits: number): string {
  return value.toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
}
