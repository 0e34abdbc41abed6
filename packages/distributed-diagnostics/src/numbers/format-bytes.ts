import { formatFixed } from '@stormlog/records';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/**
 * A number of bytes for people: `1.50 KB` (docs/formats/distributed-diagnostics.md §8.2). Units are powers of 1024 up to
 * PB; decimals round half to even on the exact value, and nothing is promoted to the next unit after rounding.
 *
 * @param value bytes; may be negative or fractional
 * @param precision decimals, also for plain bytes (default 2)
 */
export function formatBytes(value: number | bigint, precision = 2): string {
  const bytes = Number(value);
  if (bytes === 0) return '0 B';
  let size = Math.abs(bytes);
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${bytes < 0 ? '-' : ''}${formatFixed(size, precision)} ${UNITS[unit]}`;
}
