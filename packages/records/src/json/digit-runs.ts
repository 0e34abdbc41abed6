import { UNSAFE_INTEGER_DIGITS } from './limits.ts';

const MINUS = 0x2d;

/** Integer tokens of {@link UNSAFE_INTEGER_DIGITS} digits or more in one line: where they start (sign included) and end. */
export class DigitRuns {
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /**
   * Finds every such token of a line that is JSON, and nothing that could be a key. Text inside strings can look like a
   * token and is found too; parts of floats are not.
   *
   * Of sixteen neighbouring bytes one is at a multiple of sixteen from the line's start, so only every sixteenth is read.
   */
  find(bytes: Uint8Array, start: number, end: number): void {
    this.count = 0;
    let runEnd = start;
    for (let at = start + UNSAFE_INTEGER_DIGITS - 1; at < end; at += UNSAFE_INTEGER_DIGITS) {
      const byte = bytes[at]!;
      if (byte > 0x39 || byte < 0x30 || at < runEnd) continue;
      let from = at;
      while (from > start && isDigit(bytes[from - 1]!)) from--;
      runEnd = at + 1;
      while (runEnd < end && isDigit(bytes[runEnd]!)) runEnd++;
      if (runEnd - from >= UNSAFE_INTEGER_DIGITS) this.#add(bytes, from, runEnd, start, end);
    }
  }

  #add(bytes: Uint8Array, from: number, to: number, start: number, end: number): void {
    if (bytes[from] === 0x30) return;
    const tokenStart = from > start && bytes[from - 1] === MINUS ? from - 1 : from;
    let before = tokenStart - 1;
    while (before >= start && isWhiteSpace(bytes[before]!)) before--;
    // A value follows a colon, a comma or a bracket, and is followed by a comma, a bracket or a brace.
    if (before >= start && !isBeforeValue(bytes[before]!)) return;
    let after = to;
    while (after < end && isWhiteSpace(bytes[after]!)) after++;
    if (after < end && !isAfterValue(bytes[after]!)) return;
    this.starts[this.count] = tokenStart;
    this.ends[this.count] = to;
    this.count++;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function isBeforeValue(byte: number): boolean {
  return byte === 0x3a || byte === 0x2c || byte === 0x5b;
}

function isAfterValue(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d;
}
