import { printableText } from '@stormlog/records';
import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { counted } from '../units/counted.ts';
import { adviceFor, type NoticeAdvice } from './notice-advice.ts';
import type { Paint } from './paint.ts';

/** Something that a reader of files met and went on after; warnings of loads and models have this shape. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly path?: string | null | undefined;
  /** 1 for the first line. */
  readonly line?: number | null | undefined;
  /** What went wrong underneath. */
  readonly cause?: string | undefined;
  /** What to do about this one, better than what is known of its code. */
  readonly hint?: string | undefined;
}

export interface NoticeOptions {
  readonly width: number;
  readonly paint: Paint;
  /** How many notices of one code are written out (default 3). */
  readonly examples?: number | undefined;
  /** How many codes are written out (default 8). */
  readonly groups?: number | undefined;
  /** The working folder: paths below it are written relative to it. */
  readonly base?: string | undefined;
}

/** Prose of any length may stand in a notice; this much of it is shown. */
const MOST_CHARACTERS = 400;

/**
 * Notices grouped by their code, warnings first: a few of each with file and line, then how many more there are, then
 * what to do about them. What another notice says already is left out.
 */
export function renderNotices(notices: readonly Notice[], options: NoticeOptions): string[] {
  const groups = groupNotices(withoutEchoes(notices));
  const shown = groups.slice(0, options.groups ?? 8);
  const lines = shown.flatMap((group) => groupLines(group, options));
  const hidden = groups.slice(shown.length);
  if (hidden.length > 0) {
    const count = hidden.reduce((sum, group) => sum + group.notices.length, 0);
    lines.push(`and ${counted(count, 'more message')} of other kinds: ${hidden.map((group) => group.code).join(', ')}`);
  }
  return lines;
}

interface NoticeGroup {
  readonly code: string;
  readonly advice: NoticeAdvice;
  readonly notices: readonly Notice[];
}

/** By code, warnings before notes, in a file by line; what is written the same is kept once. */
function groupNotices(notices: readonly Notice[]): NoticeGroup[] {
  const byCode = new Map<string, Map<string, Notice>>();
  for (const notice of notices) {
    const group = byCode.get(notice.code) ?? new Map<string, Notice>();
    byCode.set(notice.code, group);
    const key = JSON.stringify([notice.path, notice.line, notice.message]);
    if (!group.has(key)) group.set(key, notice);
  }
  const groups = [...byCode.entries()].map(([code, group]) => ({
    code,
    advice: adviceFor(code),
    notices: [...group.values()].sort(comparePlaces),
  }));
  return groups.sort((left, right) => rankOf(left.advice) - rankOf(right.advice));
}

function rankOf(advice: NoticeAdvice): number {
  return advice.severity === 'warning' ? 0 : 1;
}

/** Only notices of one file have an order: that of their lines. */
function comparePlaces(left: Notice, right: Notice): number {
  return left.path === right.path ? (left.line ?? 0) - (right.line ?? 0) : 0;
}

/**
 * Without notices that say again what another one of the same file says: that it gave nothing, after a reason was given
 * why, and the refusal of a whole file for a cause that is told with its place.
 */
function withoutEchoes(notices: readonly Notice[]): readonly Notice[] {
  const texts = new Map<string, Notice[]>();
  for (const notice of notices) {
    if (notice.path === null || notice.path === undefined) continue;
    const list = texts.get(notice.path);
    if (list === undefined) texts.set(notice.path, [notice]);
    else if (list.length < 8) list.push(notice);
  }
  return notices.filter((notice) => {
    const others = (texts.get(notice.path ?? '') ?? []).filter((other) => other.code !== notice.code);
    if (GAVE_NOTHING.has(notice.code)) return others.length === 0;
    const { cause } = notice;
    return cause === undefined || !others.some((other) => other.message.includes(cause));
  });
}

const GAVE_NOTHING: ReadonlySet<string> = new Set(['no_events', 'empty_file']);

function groupLines({ code, advice, notices }: NoticeGroup, options: NoticeOptions): string[] {
  const isWarning = advice.severity === 'warning';
  const word = isWarning ? 'warning:' : 'note:';
  // One note is enough to know what the others of its kind say.
  const examples = isWarning ? (options.examples ?? 3) : 1;
  const more = notices.length - examples;
  return [
    ...chooseExamples(notices, examples).flatMap((notice) => {
      const [first = '', ...rest] = wrapText(`${word} ${noticeText(notice, options.base)}`, options.width, 2);
      return [first.replace(word, () => options.paint(word, isWarning ? 'warning' : 'faint')), ...rest];
    }),
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more like this${inFiles(notices)} (${code})`] : []),
    ...(advice.next === null ? [] : wrapText(`  → ${advice.next}`, options.width, 4)),
  ];
}

/** The first of each file, then further ones, in their order: no file with few faults hides behind one with many. */
function chooseExamples(notices: readonly Notice[], count: number): readonly Notice[] {
  const paths = new Set<string | null | undefined>();
  const firsts = notices.filter(({ path }) => !paths.has(path) && paths.add(path));
  const kept = new Set([...new Set([...firsts, ...notices])].slice(0, count));
  return notices.filter((notice) => kept.has(notice));
}

function inFiles(notices: readonly Notice[]): string {
  const files = new Set(notices.map((notice) => notice.path)).size;
  return files > 1 ? `, ${counted(files, 'file')} in all` : '';
}

/** One line, safe for a terminal: place, message, cause. */
function noticeText(notice: Notice, base: string | undefined): string {
  const place = notice.path ?? null;
  const line = notice.line ?? null;
  const named = place !== null && [place, printableText(place)].some((name) => notice.message.includes(name));
  const prefix = place === null || named ? '' : line === null ? `${place}: ` : `${place}:${line}: `;
  const cause = notice.cause === undefined || notice.message.includes(notice.cause) ? '' : `: ${notice.cause}`;
  const hint = notice.hint === undefined || notice.message.includes(notice.hint) ? '' : ` (${notice.hint})`;
  const lineless = named && line !== null && !new RegExp(`\\b${line}\\b`).test(notice.message) ? ` (line ${line})` : '';
  const text = terminalSafe(relativePaths(prefix + notice.message + cause + lineless + hint, base));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Paths below the folder, where they start a word, without it. */
function relativePaths(text: string, base: string | undefined): string {
  if (base === undefined || base === '' || base === '/') return text;
  return text
    .split(`${base}/`)
    .reduce((result, part) => (result === '' || /[\s"'(:]$/.test(result) ? result + part : `${result}${base}/${part}`));
}
