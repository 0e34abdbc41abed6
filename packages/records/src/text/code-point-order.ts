/**
 * Orders texts by Unicode code point, as Python does, not by UTF-16 unit: U+E000 before U+1F600.
 *
 * @returns negative, 0 or positive, for `Array.prototype.sort`
 */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) {
      // Units of a surrogate pair stand for code points above every other unit, yet their values lie below U+E000.
      const aIsSurrogate = isPairedSurrogate(left, i);
      const bIsSurrogate = isPairedSurrogate(right, i);
      return aIsSurrogate === bIsSurrogate ? a - b : aIsSurrogate ? 1 : -1;
    }
  }
  return left.length - right.length;
}

function isPairedSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return false;
  if (unit < 0xdc00) return (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
  return (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}
