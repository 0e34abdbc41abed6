/** ASCII text to be recognised in ASCII bytes, eight at a time. */
export interface ByteLiteral {
  readonly length: number;
  /** The bytes read as doubles: ASCII never reads as NaN or −0, so equal bytes and equal doubles are the same. */
  readonly words: Float64Array;
  /** The bytes after the last whole word. */
  readonly rest: Uint8Array;
}

const WORD = 8;

/** Prepares an ASCII text for {@link matchesAt}. */
export function byteLiteral(text: string): ByteLiteral {
  const bytes = Buffer.from(text, 'latin1');
  const words = new Float64Array(Math.floor(bytes.length / WORD));
  for (let i = 0; i < words.length; i++) words[i] = bytes.readDoubleLE(WORD * i);
  return { length: bytes.length, words, rest: Uint8Array.from(bytes.subarray(WORD * words.length)) };
}

/** True when the literal stands at a place of the bytes, which must all be ASCII. */
export function matchesAt(literal: ByteLiteral, view: DataView, at: number): boolean {
  const { length, words, rest } = literal;
  if (at + length > view.byteLength) return false;
  let place = at;
  for (let i = 0; i < words.length; i++, place += WORD) {
    if (view.getFloat64(place, true) !== words[i]) return false;
  }
  for (let i = 0; i < rest.length; i++) {
    if (view.getUint8(place + i) !== rest[i]) return false;
  }
  return true;
}
