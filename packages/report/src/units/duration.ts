/**
 * A length of time for a person: `850 ns`, `12.3 ms`, `12.3 s`, `4 min 12 s`, `3 h 07 min`, `2 d 04 h`. Tenths are
 * rounded, half away from zero, into the next unit where they fill it: a minute is never `60.0 s`. Of longer times what
 * follows the second part is cut, as on a clock.
 */
export function formatDuration(ns: bigint): string {
  const sign = ns < 0n ? '-' : '';
  const value = ns < 0n ? -ns : ns;
  if (value < 1_000n) return `${sign}${value} ns`;
  for (const { name, length, below } of FINE_UNITS) {
    const tenths = (value * 20n + length) / (2n * length);
    if (tenths < 10n * below) return `${sign}${tenths / 10n}.${tenths % 10n} ${name}`;
  }
  const seconds = (value + HALF_A_TENTH) / 1_000_000_000n;
  const minutes = seconds / 60n;
  if (minutes < 60n) return `${sign}${minutes} min ${seconds % 60n} s`;
  const hours = minutes / 60n;
  if (hours < 24n) return `${sign}${hours} h ${twoDigits(minutes % 60n)} min`;
  return `${sign}${hours / 24n} d ${twoDigits(hours % 24n)} h`;
}

/** Units that are shown with tenths, and from how many of them on the next unit is used. */
const FINE_UNITS = [
  { name: 'µs', length: 1_000n, below: 1_000n },
  { name: 'ms', length: 1_000_000n, below: 1_000n },
  { name: 's', length: 1_000_000_000n, below: 60n },
] as const;

/** What rounds up to a minute is one. */
const HALF_A_TENTH = 50_000_000n;

function twoDigits(value: bigint): string {
  return String(value).padStart(2, '0');
}
