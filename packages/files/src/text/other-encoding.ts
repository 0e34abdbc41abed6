/**
 * The encoding that the first bytes of a text betray when it is not UTF-8: by its byte order mark, or by the NUL bytes
 * that UTF-16 and UTF-32 put beside every ASCII character; null when nothing speaks against UTF-8.
 */
export function otherEncoding(bytes: Uint8Array): string | null {
  const [a = 1, b = 1, c = 1, d = 1] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32 (little endian)' : 'UTF-16 (little endian)';
  if (a === 0xfe && b === 0xff) return 'UTF-16 (big endian)';
  if (a === 0 && b === 0) return c === 0xfe && d === 0xff ? 'UTF-32 (big endian)' : null;
  const isAscii = (byte: number) => byte > 0 && byte < 0x80;
  if (isAscii(a) && b === 0) return c === 0 ? (d === 0 ? 'UTF-32 (little endian)' : null) : 'UTF-16 (little endian)';
  return a === 0 && isAscii(b) && c === 0 ? 'UTF-16 (big endian)' : null;
}
