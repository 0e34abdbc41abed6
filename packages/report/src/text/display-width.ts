import { characterWidth, graphemesOf } from './character-width.ts';

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Columns a text takes on a terminal: 2 for a wide character, 0 for a combining one. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += characterWidth(segment);
  return columns;
}

/** The text cut to at most `width` columns, between whole characters, with `…` at the end when something was cut. */
export function fitToWidth(text: string, width: number): string {
  // A text of this length cannot fit even if half of its units are zero wide; cut it first so that a huge one is cheap.
  const candidate = text.length > width * 8 + 64 ? text.slice(0, width * 8 + 64) : text;
  if (candidate === text && displayWidth(text) <= width) return text;
  if (width <= 0) return '';
  let used = 0;
  let result = '';
  for (const { segment } of graphemesOf(candidate)) {
    const columns = displayWidth(segment);
    if (used + columns > width - 1) break;
    result += segment;
    used += columns;
  }
  return `${result}…`;
}

/** Adds spaces up to `width` columns, before the text when `align` is `right`. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? spaces + text : text + spaces;
}

/**
 * The text broken at spaces into lines of at most `width` columns; a word that is longer than a line is broken inside.
 *
 * @param hanging spaces put before every line but the first; they count towards its width
 */
export function wrapText(text: string, width: number, hanging = 0): string[] {
  const indent = ' '.repeat(hanging);
  const lines: string[] = [];
  let line = /^ */.exec(text)![0];
  for (const word of text.slice(line.length).split(' ')) {
    const joined = line.trim() === '' ? line + word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line.trim() !== '') lines.push(line);
    line = lines.length === 0 ? word : indent + word;
    while (displayWidth(line) > width) {
      const head = cutAt(line, Math.max(width, hanging + 1));
      lines.push(head);
      line = indent + line.slice(head.length);
    }
  }
  lines.push(line);
  return lines;
}

/** The longest beginning of at most `width` columns, at least one character. */
function cutAt(text: string, width: number): string {
  let used = 0;
  let result = '';
  for (const { segment } of graphemesOf(text)) {
    const columns = displayWidth(segment);
    if (used + columns > width && result.trim() !== '') break;
    result += segment;
    used += columns;
  }
  return result;
}
