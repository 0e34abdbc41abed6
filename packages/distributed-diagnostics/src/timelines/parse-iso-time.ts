import { ratioOfIntegers, stripWhiteSpace, truncateToInteger } from '@stormlog/records';

/**
 * Nanoseconds since the epoch of an ISO 8601 text (docs/formats/distributed-diagnostics.md §4.4): a calendar or week
 * date, optionally any one character and a time, optionally an offset; without an offset the time is in the process's
 * own time zone. The value goes through a double of seconds, as the original's does, so the last digits are rounded.
 *
 * @returns null when the text is not such a time
 */
export function parseIsoTimeNs(text: string): bigint | null {
  const stripped = stripWhiteSpace(text);
  const plain = stripped.endsWith('Z') ? `${stripped.slice(0, -1)}+00:00` : stripped;
  const characters = Array.from(plain);
  if (characters.length < 7) return null;
  const dateLength = lengthOfDate(plain);
  const date = parseDate(plain.slice(0, dateLength));
  if (date === null) return null;
  // The separator is one character, which may take two units.
  const timeText = plain.slice(dateLength + ((plain.codePointAt(dateLength) ?? 0) > 0xffff ? 2 : 1));
  const time = plain.length === dateLength ? MIDNIGHT : parseTimeWithOffset(timeText);
  return time === null ? null : nanosecondsOf(date, time);
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
  /** Microseconds east of UTC; null for local time. */
  readonly offset: number | null;
}

const MIDNIGHT: ClockTime = { hour: 0, minute: 0, second: 0, microsecond: 0, offset: null };
const DAY_MS = 86_400_000;
const DAY_US = 86_400_000_000;

/** Where the date ends, which week dates without dashes leave to be guessed from the run of digits. */
function lengthOfDate(text: string): number {
  if (text[4] === '-') {
    if (text[5] !== 'W') return 10;
    if (text.length <= 8 || text[8] !== '-') return 8;
    return text.length > 10 && isDigit(text[10]) ? 8 : 10;
  }
  if (text[4] !== 'W') return 8;
  let end = 7;
  while (end < text.length && isDigit(text[end])) end++;
  if (end < 9) return end;
  return end % 2 === 0 ? 7 : 8;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function parseDate(text: string): CalendarDate | null {
  const calendar = /^([0-9]{4})(?:-([0-9]{2})-([0-9]{2})|([0-9]{2})([0-9]{2}))$/.exec(text);
  if (calendar !== null) {
    const year = Number(calendar[1]);
    const month = Number(calendar[2] ?? calendar[4]);
    const day = Number(calendar[3] ?? calendar[5]);
    return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
      ? { year, month, day }
      : null;
  }
  const week = /^([0-9]{4})(?:-W([0-9]{2})(?:-([0-9]))?|W([0-9]{2})([0-9])?)$/.exec(text);
  if (week === null) return null;
  return dateOfWeek(Number(week[1]), Number(week[2] ?? week[4]), Number(week[3] ?? week[5] ?? 1));
}

function daysInMonth(year: number, month: number): number {
  return new Date(utcMilliseconds(year, month + 1, 0)).getUTCDate();
}

function dateOfWeek(year: number, week: number, day: number): CalendarDate | null {
  if (year < 1 || week < 1 || day < 1 || day > 7) return null;
  const firstMonday = mondayOfFirstWeek(year);
  if (firstMonday + (week - 1) * 7 * DAY_MS >= mondayOfFirstWeek(year + 1)) return null;
  const date = new Date(firstMonday + ((week - 1) * 7 + day - 1) * DAY_MS);
  const found = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  return found.year >= 1 && found.year <= 9999 ? found : null;
}

/** The first week of a year is the one with January 4th. */
function mondayOfFirstWeek(year: number): number {
  const fourth = utcMilliseconds(year, 1, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
}

// Date.UTC takes the years 0–99 for 1900–1999.
function utcMilliseconds(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function parseTimeWithOffset(text: string): ClockTime | null {
  const sign = text.search(/[+-]/);
  const clock = parseClock(sign < 0 ? text : text.slice(0, sign));
  if (clock === null || clock.hour > 23) return null;
  if (sign < 0) return { ...clock, offset: null };
  const shift = parseClock(text.slice(sign + 1));
  if (shift === null) return null;
  const size = ((shift.hour * 60 + shift.minute) * 60 + shift.second) * 1_000_000 + shift.microsecond;
  if (size >= DAY_US) return null;
  return { ...clock, offset: text[sign] === '-' ? -size : size };
}

const CLOCK =
  /^([0-9]{2})(?:([.,])([0-9]+)|:([0-9]{2})(?::([0-9]{2}))?(?:[.,]([0-9]+))?|([0-9]{2})([0-9]{2})?(?:[.,]([0-9]+))?)?$/;

function parseClock(text: string): Omit<ClockTime, 'offset'> | null {
  const found = CLOCK.exec(text);
  if (found === null) return null;
  const minute = Number(found[4] ?? found[7] ?? 0);
  const second = Number(found[5] ?? found[8] ?? 0);
  const fraction = found[3] ?? found[6] ?? found[9] ?? '';
  if (minute > 59 || second > 59) return null;
  return {
    hour: Number(found[1]),
    minute,
    second,
    microsecond: Number(fraction.slice(0, 6).padEnd(6, '0')),
  };
}

function nanosecondsOf(date: CalendarDate, time: ClockTime): bigint {
  const seconds = time.offset === null ? localSeconds(date, time) : offsetSeconds(date, time, time.offset);
  return truncateToInteger(seconds * 1e9);
}

function offsetSeconds(date: CalendarDate, time: ClockTime, offset: number): number {
  const dayStart = BigInt(utcMilliseconds(date.year, date.month, date.day)) * 1000n;
  const within = ((time.hour * 60 + time.minute) * 60 + time.second) * 1_000_000 + time.microsecond - offset;
  return ratioOfIntegers(dayStart + BigInt(within), 1_000_000n);
}

function localSeconds(date: CalendarDate, time: ClockTime): number {
  const local = new Date(2000, 0, 1, time.hour, time.minute, time.second);
  local.setFullYear(date.year, date.month - 1, date.day);
  local.setHours(time.hour, time.minute, time.second, 0);
  return local.getTime() / 1000 + time.microsecond / 1e6;
}
