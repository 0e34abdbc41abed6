const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const MINUS = 0x2d;
const BILLION = 1_000_000_000;
/** Above it, digits are split off four at a time; below, the machine divides small integers. */
const SMALL = 0x0fffffff;

const LEAST_WORD = BigInt(BILLION);
const GREATEST_WORD = 2n ** 63n - 1n;
const word = new BigUint64Array(1);
const limbs = new Uint16Array(word.buffer);
/** The order in which the 16-bit limbs of a word lie in memory, most significant first. */
const LIMB_ORDER = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? [3, 2, 1, 0] : [0, 1, 2, 3];
/** The word measured last, split at its ninth digit. */
let wordHigh = 0;
let wordLow = 0;

/**
 * Writes an ASCII text.
 *
 * @returns where it ends
 */
export function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  const { length } = text;
  for (let index = 0; index < length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + length;
}

/** True for a text of which JSON escapes nothing: printable ASCII but `"` and `\`. */
export function isPlainText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) return false;
  }
  return true;
}

/** Writes a plain text with its quotes. */
export function writePlainString(bytes: Uint8Array, at: number, text: string): void {
  bytes[at] = QUOTE;
  bytes[writeAscii(bytes, at + 1, text)] = QUOTE;
}

/** The characters of a safe integer. */
export function integerLength(value: number): number {
  return value < 0 ? digitsOf(-value) + 1 : digitsOf(value);
}

/** Writes a safe integer, which is not -0, so that it ends where it is to end. */
export function writeInteger(bytes: Uint8Array, end: number, value: number): void {
  let index = end;
  let rest = Math.abs(value);
  while (rest > SMALL) {
    const quotient = Math.floor(rest / 10_000);
    writeDigits(bytes, index, 4, rest - quotient * 10_000);
    index -= 4;
    rest = quotient;
  }
  let small = rest | 0;
  do {
    const quotient = (small / 10) | 0;
    bytes[--index] = ZERO + small - quotient * 10;
    small = quotient;
  } while (small > 0);
  if (value < 0) bytes[--index] = MINUS;
}

/** The digits of an integer from 10^9 up to 2^63, as nanoseconds since the epoch are; -1 for any other. */
export function wordLength(value: bigint): number {
  if (value < LEAST_WORD || value > GREATEST_WORD) return -1;
  word[0] = value;
  let quotient = 0;
  let rest = 0;
  for (let index = 0; index < 4; index++) {
    const current = rest * 0x10000 + limbs[LIMB_ORDER[index]!]!;
    const share = Math.floor(current / BILLION);
    quotient = quotient * 0x10000 + share;
    rest = current - share * BILLION;
  }
  wordHigh = quotient;
  wordLow = rest;
  return digitsOf(quotient) + 9;
}

/** Writes the integer that {@link wordLength} was asked for last, so that it ends where it is to end. */
export function writeWord(bytes: Uint8Array, end: number): void {
  writeDigits(bytes, end, 9, wordLow);
  writeInteger(bytes, end - 9, wordHigh);
}

/** Writes so many digits, zeros in front included. */
function writeDigits(bytes: Uint8Array, end: number, count: number, value: number): void {
  let small = value | 0;
  for (let index = end - 1; index >= end - count; index--) {
    const quotient = (small / 10) | 0;
    bytes[index] = ZERO + small - quotient * 10;
    small = quotient;
  }
}

function digitsOf(value: number): number {
  let digits = 1;
  let bound = 10;
  while (value >= bound) {
    digits++;
    bound *= 10;
  }
  return digits;
}
