/**
 * A length of time for a person: `850 ns`, `12.3 ms`, `12.3 s`, `4 min 12 s`, `3 h 07 min`, `2 d 04 h`. Cut, not
 * rounded, to what is shown, so that a minute is never `60.0 s`.
 */
export function formatDuration(ns: bigint): string {
  const sign = ns < 0n ? '-' : '';
  const value = ns < 0n ? -ns : ns;
  if (value < 1_000n) return `${sign}${value} ns`;
  if (value < 1_000_000n) return `${sign}${tenths(value, 1_000n)} µs`;
  if (value < 1_000_000_000n) return `${sign}${tenths(value, 1_000_000n)} ms`;
  const seconds = value / 1_000_000_000n;
  if (seconds < 60n) return `${sign}${tenths(value, 1_000_000_000n)} s`;
  const minutes = seconds / 60n;
  if (minutes < 60n) return `${sign}${minutes} min ${seconds % 60n} s`;
  const hours = minutes / 60n;
  if (hours < 24n) return `${sign}${hours} h ${twoDigits(minutes % 60n)} min`;
  return `${sign}${hours / 24n} d ${twoDigits(hours % 24n)} h`;
}

function tenths(value: bigint, unit: bigint): string {
  const scaled = (value * 10n) / unit;
  return `${scaled / 10n}.${scaled % 10n}`;
}

function twoDigits(value: bigint): string {
  return String(value).padStart(2, '0');
}
