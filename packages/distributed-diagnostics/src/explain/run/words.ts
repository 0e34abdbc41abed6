import type { MemoryCounter } from '../cause.ts';

const MEBIBYTE = 2 ** 20;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export const COUNTER_WORDS: Readonly<Record<MemoryCounter, string>> = {
  allocated: 'allocated memory',
  reserved: 'reserved memory',
  device_used: 'device memory',
  hidden: 'memory hidden from the allocator',
};

/** `17.3 MiB`, with a sign when asked for. */
export function sizeText(bytes: number, signed = false): string {
  let unit = 0;
  let value = Math.abs(bytes);
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const sign = bytes < 0 ? '-' : signed ? '+' : '';
  return `${sign}${unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `1.2 s`, `3.5 min`, from nanoseconds. */
export function durationText(ns: number): string {
  const seconds = ns / 1e9;
  if (seconds < 1) return `${Math.round(ns / 1e6)} ms`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  if (seconds < 7200) return `${(seconds / 60).toFixed(1)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** `rank 3`, `ranks 1, 2, 5`, the first few of many. */
export function ranksText(ranks: readonly number[]): string {
  if (ranks.length === 1) return `rank ${ranks[0]}`;
  const shown = ranks.slice(0, 8).join(', ');
  return `ranks ${shown}${ranks.length > 8 ? ` and ${ranks.length - 8} more` : ''}`;
}

export { MEBIBYTE };
