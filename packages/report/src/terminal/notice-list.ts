import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { counted } from '../units/counted.ts';
import { adviceFor } from './notice-advice.ts';
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
}

export interface NoticeOptions {
  readonly width: number;
  readonly paint: Paint;
  /** How many notices of one code are written out (default 3). */
  readonly examples?: number | undefined;
  /** How many codes are written out (default 8). */
  readonly groups?: number | undefined;
}

/** Prose of any length may stand in a notice; this much of it is shown. */
const MOST_CHARACTERS = 400;

/**
 * Notices grouped by their code: a few of each with file and line, then how many more there are, then what to do about
 * them. The same notice met twice is written once.
 */
export function renderNotices(notices: readonly Notice[], options: NoticeOptions): string[] {
  const byCode = new Map<string, Map<string, Notice>>();
  for (const notice of notices) {
    const group = byCode.get(notice.code) ?? new Map<string, Notice>();
    byCode.set(notice.code, group);
    const text = noticeText(notice);
    if (!group.has(text)) group.set(text, notice);
  }
  const groups = [...byCode.entries()].map(([code, group]) => ({ code, texts: [...group.keys()] }));
  const shown = groups.slice(0, options.groups ?? 8);
  const lines = shown.flatMap(({ code, texts }) => groupLines(code, texts, options));
  const hidden = groups.slice(shown.length);
  if (hidden.length > 0) {
    const count = hidden.reduce((sum, group) => sum + group.texts.length, 0);
    lines.push(`and ${counted(count, 'more message')} of other kinds: ${hidden.map((group) => group.code).join(', ')}`);
  }
  return lines;
}

function groupLines(code: string, texts: readonly string[], options: NoticeOptions): string[] {
  const advice = adviceFor(code);
  const word = advice.severity === 'warning' ? 'warning:' : 'note:';
  const examples = texts.slice(0, options.examples ?? 3).flatMap((text) => {
    const [first = '', ...rest] = wrapText(`${word} ${text}`, options.width, 2);
    return [
      first.replace(word, () => options.paint(word, advice.severity === 'warning' ? 'warning' : 'faint')),
      ...rest,
    ];
  });
  const more = texts.length - (options.examples ?? 3);
  return [
    ...examples,
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more like this (${code})`] : []),
    ...(advice.next === null ? [] : wrapText(`  → ${advice.next}`, options.width, 4)),
  ];
}

/** One line, safe for a terminal: place, message, cause. */
function noticeText(notice: Notice): string {
  const place = notice.path ?? null;
  const line = notice.line ?? null;
  const named = place !== null && notice.message.includes(place);
  const prefix = place === null || named ? '' : line === null ? `${place}: ` : `${place}:${line}: `;
  const cause = notice.cause === undefined || notice.message.includes(notice.cause) ? '' : `: ${notice.cause}`;
  const lineless = named && line !== null && !new RegExp(`\\b${line}\\b`).test(notice.message) ? ` (line ${line})` : '';
  const text = terminalSafe(prefix + notice.message + cause + lineless);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
