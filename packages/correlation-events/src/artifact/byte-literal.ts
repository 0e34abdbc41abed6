/** ASCII text to be recognised in ASCII bytes, eight at a time. */
export interface ByteLiteral {
  readonly length: number;
  /** The bytes read as doubles: ASCII never reads as NaN or −0, so equal bytes and equal doubles are the same. */
  readonly words: Float64Array;
  /** The last eight bytes, which overlap the words before; 0, which no text reads as, where the words hold all bytes. */
  readonly lastWord: number;
  /** The bytes of a text too short for a word. */
  readonly rest: Uint8Array;
}

const WORD = 8;

/** Prepares an ASCII text for {@link matchesAt}. */
export function byteLiteral(text: string): ByteLiteral {
  const bytes = Buffer.from(text, 'latin1');
  const { length } = bytes;
  const words = new Float64Array(Math.floor(length / WORD));
  for (let i = 0; i < words.length; i++) words[i] = bytes.readDoubleLE(WORD * i);
  const isOverlapped = length > WORD && length % WORD > 0;
  const lastWord = isOverlapped ? bytes.readDoubleLE(length - WORD) : 0;
  const rest = length < WORD ? Uint8Array.from(bytes) : new Uint8Array(0);
  return { length, words, lastWord, rest };
}

/** True when the literal stands at a place of the bytes, which must all be ASCII. */
export function matchesAt(literal: ByteLiteral, view: DataView, at: number): boolean {
  const { length, words, lastWord, rest } = literal;
  if (at + length > view.byteLength) return false;
  let place = at;
  for (let i = 0; i < words.length; i++, place += WORD) {
    if (view.getFloat64(place, true) !== words[i]) return false;
  }
  if (lastWord !== 0 && view.getFloat64(at + length - WORD, true) !== lastWord) return false;
  for (let i = 0; i < rest.length; i++) {
    if (view.getUint8(at + i) !== rest[i]) return false;
  }
  return true;
}
