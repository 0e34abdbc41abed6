const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** The smallest of 1, 2, 2.5, 5 × a power of ten that is no less than `least`. */
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Multiples of a nice step within a range, about `count` of them; their texts share one unit. */
export interface Ticks {
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

/** Ticks of bytes in the unit of the largest: `0`, `2 GiB`, `4 GiB`. */
export function byteTicks(low: number, high: number, count: number): Ticks {
  const largest = Math.max(Math.abs(low), Math.abs(high), 1);
  const exponent = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(largest) / 10));
  const unit = 1024 ** exponent;
  const step = niceStep((high - low) / unit / Math.max(1, count));
  const digits = decimalsOf(step);
  const values = multiples(low / unit, high / unit, step);
  return {
    values: values.map((value) => value * unit),
    texts: values.map((value) => (value === 0 ? '0' : `${value.toFixed(digits)} ${BYTE_UNITS[exponent]}`)),
  };
}

/** Multiples of `step` from `low` to `high`. */
export function multiples(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, Math.min(1000, last - first + 1)) }, (_, i) => (first + i) * step);
}

function decimalsOf(step: number): number {
  for (let digits = 0; digits < 6; digits++) {
    if (Math.abs(step - Number(step.toFixed(digits))) < step * 1e-6) return digits;
  }
  return 6;
}
