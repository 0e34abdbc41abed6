import { ratioOfIntegers, stripWhiteSpace } from '@stormlog/records';

const TIME =
  /^(\d{2})(?:(?::(\d{2})(?::(\d{2}))?|(\d{2})(\d{2})?))?(?:[.,](\d+))?(?:([+-])(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?$/;
const OFFSET = /[+-](?:\d{2}(?:\d{2}(?:\d{2}(?:[.,]\d+)?)?)?|\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)$/;

const MICROSECONDS_PER_DAY = 86_400_000_000n;

/**
 * The instant that a time text in ISO form names, in microseconds since the Unix epoch; null for any other text
 * (docs/formats/run-catalog.md §4). Digits beyond microseconds are cut; without an offset the time is UTC.
 */
export function parseDatetime(text: string | null | undefined): bigint | null {
  if (text === null || text === undefined || text === '') return null;
  const stripped = stripWhiteSpace(text);
  const spelled = stripped.endsWith('Z') ? `${stripped.slice(0, -1)}+00:00` : stripped;
  const date = readDate(spelled);
  if (date === null) return null;
  const rest = spelled.slice(date.length);
  const time = rest === '' ? 0n : readTime(rest.slice(String.fromCodePoint(rest.codePointAt(0) ?? 0).length));
  if (time === null) return null;
  const instant = BigInt(date.days) * MICROSECONDS_PER_DAY + time;
  return instant >= FIRST && instant <= LAST ? instant : null;
}

/**
 * An instant in nanoseconds, by the binary64 arithmetic of the Python package, which loses the last digits: they must be
 * the same ones lost (docs/formats/run-catalog.md §4).
 *
 * @param microseconds as {@link parseDatetime} answers
 */
export function datetimeToNs(microseconds: bigint | null): bigint | null {
  return microseconds === null ? null : BigInt(Math.trunc(ratioOfIntegers(microseconds, 1_000_000n) * 1e9));
}

const FIRST = BigInt(dayNumber(1, 1, 1) ?? 0) * MICROSECONDS_PER_DAY;
const LAST = BigInt((dayNumber(9999, 12, 31) ?? 0) + 1) * MICROSECONDS_PER_DAY - 1n;

/** `days` since the Unix epoch, `length` of the text that names them. */
function readDate(text: string): { readonly days: number; readonly length: number } | null {
  const basic = /^(\d{4})(-?)(\d{2})\2(\d{2})/.exec(text);
  if (basic !== null) {
    const days = dayNumber(Number(basic[1]), Number(basic[3]), Number(basic[4]));
    return days === null ? null : { days, length: basic[0].length };
  }
  const week = /^(\d{4})(?:-W(\d{2})(?:-(\d))?|W(\d{2})(\d)?)/.exec(text);
  if (week === null) return null;
  const days = weekDay(Number(week[1]), Number(week[2] ?? week[4]), Number(week[3] ?? week[5] ?? 1));
  return days === null ? null : { days, length: week[0].length };
}

/** Days since the Unix epoch; null for a day that the calendar does not have. */
function dayNumber(year: number, month: number, day: number): number | null {
  if (year < 1) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / 86_400_000 : null;
}

/** The day of an ISO week; a year's first week is the one with 4 January. */
function weekDay(year: number, week: number, day: number): number | null {
  const start = firstMonday(year);
  if (start === null || week < 1 || day < 1 || day > 7) return null;
  const end = firstMonday(year + 1);
  const days = start + (week - 1) * 7 + day - 1;
  return week > 53 || (end !== null && start + (week - 1) * 7 >= end) ? null : days;
}

function firstMonday(year: number): number | null {
  if (year < 1) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 4);
  const days = date.getTime() / 86_400_000;
  return days - ((date.getUTCDay() + 6) % 7);
}

/** Microseconds to add to the start of the day in UTC. */
function readTime(text: string): bigint | null {
  const parts = TIME.exec(text);
  if (parts === null) return null;
  const offset = OFFSET.exec(text)?.[0] ?? '';
  if ((parts[7] === undefined) !== (offset === '')) return null;
  const time = clockMicroseconds(parts[1], parts[2] ?? parts[4], parts[3] ?? parts[5], parts[6]);
  if (time === null) return null;
  if (parts[7] === undefined) return time;
  const shift = microseconds(parts[8], parts[9], parts[10], parts[11]);
  if (shift >= MICROSECONDS_PER_DAY) return null;
  return parts[7] === '-' ? time + shift : time - shift;
}

/** A time of day; null for one that no clock shows. */
function clockMicroseconds(hours = '0', minutes = '0', seconds = '0', fraction = ''): bigint | null {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return microseconds(hours, minutes, seconds, fraction);
}

function microseconds(hours = '0', minutes = '0', seconds = '0', fraction = ''): bigint {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}
