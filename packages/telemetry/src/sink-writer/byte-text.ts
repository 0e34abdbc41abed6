/** What stands in front of a byte of a JSON text that is written as it is: printable ASCII but `"` and `\`. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const MINUS = 0x2d;
const BILLION = 1_000_000_000;
/** Above it, the digits are split off four at a time: below, the machine divides small integers. */
const SMALL = 0x0fffffff;

const word = new BigUint64Array(1);
const limbs = new Uint16Array(word.buffer);
/** The order in which the 16-bit limbs of a word lie in memory, most significant first. */
const LIMB_ORDER = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? [3, 2, 1, 0] : [0, 1, 2, 3];

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

/**
 * Writes a text with its quotes, if no character of it needs an escape.
 *
 * @returns where it ends; -1 when a character needs one, and `bytes` hold nothing of use then
 */
export function writePlainString(bytes: Uint8Array, at: number, text: string): number {
  const { length } = text;
  bytes[at++] = QUOTE;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) return -1;
    bytes[at++] = unit;
  }
  bytes[at++] = QUOTE;
  return at;
}

/**
 * Writes the digits of a safe integer, which is not -0.
 *
 * @returns where they end
 */
export function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let start = at;
  if (rest < 0) {
    bytes[start++] = MINUS;
    rest = -rest;
  }
  const end = start + digitsOf(rest);
  let index = end;
  while (rest > SMALL) {
    const quotient = Math.floor(rest / 10_000);
    index -= 4;
    writeFour(bytes, index, rest - quotient * 10_000);
    rest = quotient;
  }
  let small = rest | 0;
  do {
    const quotient = (small / 10) | 0;
    bytes[--index] = ZERO + small - quotient * 10;
    small = quotient;
  } while (index > start);
  return end;
}

/**
 * Writes the digits of an integer from 10^9 up to 2^63, as nanoseconds since the epoch are.
 *
 * @returns where they end; -1 when it is beyond
 */
export function writeWord(bytes: Uint8Array, at: number, value: bigint): number {
  word[0] = value;
  if (limbs[LIMB_ORDER[0]!]! >= 0x8000) return -1;
  let quotient = 0;
  let rest = 0;
  for (let index = 0; index < 4; index++) {
    const current = rest * 0x10000 + limbs[LIMB_ORDER[index]!]!;
    const share = Math.floor(current / BILLION);
    quotient = quotient * 0x10000 + share;
    rest = current - share * BILLION;
  }
  // A value of more than 64 bits, or a negative one, is not what the word holds.
  if (quotient === 0 || word[0] !== value) return -1;
  const end = writeInteger(bytes, at, quotient) + 9;
  let small = rest | 0;
  for (let index = end - 1; index >= end - 9; index--) {
    const tens = (small / 10) | 0;
    bytes[index] = ZERO + small - tens * 10;
    small = tens;
  }
  return end;
}

function writeFour(bytes: Uint8Array, at: number, value: number): void {
  let small = value | 0;
  for (let index = at + 3; index >= at; index--) {
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
