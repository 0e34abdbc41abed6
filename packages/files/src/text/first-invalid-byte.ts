/**
 * The index of the first byte that is not part of a whole, well-formed UTF-8 character: no surrogates, no overlong
 * forms, nothing above U+10FFFF. The length when all bytes are well formed.
 */
export function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const { well, length } = character(bytes, at);
    if (well < length) return at;
    at += length;
  }
  return bytes.length;
}

/** True when the bytes from here to the end begin a well-formed character and only lack its last bytes. */
export function isCutCharacter(bytes: Uint8Array, at: number): boolean {
  if (at >= bytes.length) return false;
  const { well, length } = character(bytes, at);
  return well < length && well === bytes.length - at;
}

/** How many bytes the character that starts here should have (1 for a byte that starts none), and how many are well formed. */
function character(bytes: Uint8Array, at: number): { readonly well: number; readonly length: number } {
  const first = bytes[at]!;
  if (first < 0x80) return { well: 1, length: 1 };
  if (first < 0xc2 || first > 0xf4) return { well: 0, length: 1 };
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // The first byte narrows what the second may be.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return { well: 1, length };
  let well = 2;
  while (well < length && ((bytes[at + well] ?? 0) & 0xc0) === 0x80) well++;
  return { well, length };
}
