/** ASCII text to be recognised in bytes, four at a time. */
export interface ByteLiteral {
  readonly length: number;
  readonly words: Int32Array;
  /** The bytes after the last whole word. */
  readonly rest: Uint8Array;
}

/** Prepares an ASCII text for {@link matchesAt}. */
export function byteLiteral(text: string): ByteLiteral {
  const bytes = Buffer.from(text, 'latin1');
  const words = new Int32Array(bytes.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = bytes.readInt32LE(4 * i);
  return { length: bytes.length, words, rest: Uint8Array.from(bytes.subarray(4 * words.length)) };
}

/** True when the literal stands at a place of the bytes. */
export function matchesAt(literal: ByteLiteral, view: DataView, at: number): boolean {
  const { length, words, rest } = literal;
  if (at + length > view.byteLength) return false;
  let place = at;
  for (let i = 0; i < words.length; i++, place += 4) {
    if (view.getInt32(place, true) !== words[i]) return false;
  }
  for (let i = 0; i < rest.length; i++) {
    if (view.getUint8(place + i) !== rest[i]) return false;
  }
  return true;
}
