const LAST_MILLISECOND = 8_640_000_000_000_000n;

/**
 * Nanoseconds since the Unix epoch as UTC wall-clock time to the millisecond, cut: `2026-11-30 20:10:27.431`. A time
 * beyond the calendar of the platform is its digits with ` ns`.
 */
export function formatWallClock(ns: bigint): string {
  const text = isoText(ns);
  return text === null ? `${ns} ns` : text.slice(0, -1).replace('T', ' ');
}

/** The date of {@link formatWallClock} alone: `2026-11-30`; null beyond the calendar. */
export function wallClockDate(ns: bigint): string | null {
  return isoText(ns)?.split('T')[0] ?? null;
}

/** The time of day of {@link formatWallClock} alone: `20:10:27.431`. */
export function wallClockTime(ns: bigint): string {
  return isoText(ns)?.split('T')[1]?.slice(0, -1) ?? `${ns} ns`;
}

function isoText(ns: bigint): string | null {
  const milliseconds = ns >= 0n ? ns / 1_000_000n : -((-ns + 999_999n) / 1_000_000n);
  if (milliseconds > LAST_MILLISECOND || milliseconds < -LAST_MILLISECOND) return null;
  return new Date(Number(milliseconds)).toISOString();
}
