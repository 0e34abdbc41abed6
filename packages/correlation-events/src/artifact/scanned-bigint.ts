const words = new Uint32Array(2);
const whole = new BigUint64Array(words.buffer);
const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** `high` × 10⁹ + `low` as a bigint, without a detour through text; exact for `high` < 2³⁴ and `low` < 10⁹. */
export function bigintOfParts(high: number, low: number): bigint {
  const upper = Math.floor(high / 65536) * 1e9;
  const sum = (upper % 65536) * 65536 + (high % 65536) * 1e9 + low;
  const lowWord = sum % 4294967296;
  words[isLittleEndian ? 0 : 1] = lowWord;
  words[isLittleEndian ? 1 : 0] = Math.floor(upper / 65536) + Math.floor(sum / 4294967296);
  return whole[0]!;
}
