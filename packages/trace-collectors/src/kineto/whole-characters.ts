import { isUtf8 } from 'node:buffer';

/** How many of the bytes are whole characters; null when some are not UTF-8 at all. */
export function wholeCharacters(bytes: Buffer, isLast: boolean): number | null {
  if (isUtf8(bytes)) return bytes.length;
  if (isLast) return null;
  for (let cut = 1; cut <= 3 && cut <= bytes.length; cut++) {
    const lead = bytes[bytes.length - cut]!;
    if ((lead & 0xc0) === 0x80) continue;
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return size > cut && isUtf8(bytes.subarray(0, bytes.length - cut)) ? bytes.length - cut : null;
  }
  return null;
}
