const LF = 10;
const CR = 13;

/** How many lines end (at LF, CR LF or a CR alone) before a place of the bytes. */
export function countLineEnds(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++;
  for (let at = bytes.indexOf(CR); at >= 0 && at < end; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] !== LF) count++;
  }
  return count;
}
