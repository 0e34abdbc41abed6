import { MAX_INTEGER_DIGITS, MAX_JSON_DEPTH, UNSAFE_INTEGER_DIGITS } from './limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;

/** What a mark stands for: the first character after its word. */
export const MARK = { integer: 'b', nan: 'n', infinity: 'i', minusInfinity: 'm' } as const;

/** A text in which number tokens that `JSON.parse` would spoil are marked. */
export interface MarkedText {
  readonly text: string;
  readonly marks: number;
}

/**
 * Marks what `JSON.parse` cannot read exactly: long integers, `NaN`, `Infinity`, `-Infinity`; `-0` becomes `0`. A text
 * that is not JSON stays one that is not: marks are put only where no colon follows, so never as a key.
 *
 * @returns null when only the slow parser can judge the text: nested too deeply, or with an integer too long
 */
export function markNumbers(text: string, word: string): MarkedText | null {
  const parts: string[] = [];
  let taken = 0;
  let marks = 0;
  let depth = 0;
  const length = text.length;
  let at = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = stringEnd(text, at + 1);
    } else if ((unit | 0x20) === 0x7b) {
      if (++depth > MAX_JSON_DEPTH) return null;
      at++;
    } else if ((unit | 0x20) === 0x7d) {
      depth--;
      at++;
    } else if ((unit >= 0x30 && unit <= 0x39) || unit === MINUS || unit === 0x4e || unit === 0x49) {
      const end = tokenEnd(text, at + 1);
      if (end - at < UNSAFE_INTEGER_DIGITS && unit !== MINUS && unit <= 0x39) {
        at = end;
        continue;
      }
      const replacement = replacementOf(text, at, end, word);
      if (replacement === null) return null;
      if (replacement !== '') {
        parts.push(text.slice(taken, at), replacement);
        taken = end;
        if (replacement !== '0') marks++;
      }
      at = end;
    } else {
      at++;
    }
  }
  if (parts.length === 0) return { text, marks };
  parts.push(text.slice(taken));
  return { text: parts.join(''), marks };
}

/** The place after the closing quote of a string whose content starts here. */
function stringEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote > from && text.charCodeAt(quote - 1) === BACKSLASH) {
    let backslashes = 1;
    while (quote - backslashes > from && text.charCodeAt(quote - backslashes - 1) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) break;
    quote = text.indexOf('"', quote + 1);
  }
  return quote < 0 ? text.length : quote + 1;
}

/** The place after the letters, digits, signs and points that start here. */
function tokenEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    const isPart =
      (unit >= 0x30 && unit <= 0x39) ||
      ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) ||
      unit === POINT ||
      unit === MINUS ||
      unit === 0x2b;
    if (!isPart) return at;
    at++;
  }
}

/** What stands for the token; empty to leave it as it is, null when it is an integer beyond the limit. */
function replacementOf(text: string, start: number, end: number, word: string): string | null {
  const token = end - start;
  const first = text.charCodeAt(start);
  const digitsFrom = first === MINUS ? start + 1 : start;
  const lead = text.charCodeAt(digitsFrom);
  if (lead === 0x30) return first === MINUS && token === 2 && !isKey(text, end) ? '0' : '';
  if (lead === 0x4e || lead === 0x49) {
    const kind = wordKind(text.slice(start, end));
    return kind === null || isKey(text, end) ? '' : `"${word}${kind}"`;
  }
  if (end - digitsFrom < UNSAFE_INTEGER_DIGITS) return '';
  for (let at = digitsFrom; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit > 0x39) return '';
  }
  if (isKey(text, end)) return '';
  return end - digitsFrom > MAX_INTEGER_DIGITS ? null : `"${word}${MARK.integer}${text.slice(start, end)}"`;
}

function wordKind(token: string): string | null {
  if (token === 'NaN') return MARK.nan;
  if (token === 'Infinity') return MARK.infinity;
  return token === '-Infinity' ? MARK.minusInfinity : null;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  let unit = text.charCodeAt(at);
  while (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) unit = text.charCodeAt(++at);
  return unit === COLON;
}
