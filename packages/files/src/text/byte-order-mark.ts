/** True when bytes begin with the byte order mark of UTF-8. */
export function isByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
