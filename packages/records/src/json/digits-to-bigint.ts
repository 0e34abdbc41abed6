const words = new Uint32Array(2);
const word64 = new BigUint64Array(words.buffer);
const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
/** Numbers of so many digits fit into 64 bits. */
const MAX_WORD_DIGITS = 19;

/** The integer whose ASCII digits, with a sign before them or not, stand at a place of the bytes. */
export function digitsToBigInt(bytes: Buffer, start: number, end: number): bigint {
  const isNegative = bytes[start] === 0x2d;
  const from = isNegative ? start + 1 : start;
  const size = end - from <= MAX_WORD_DIGITS ? wordOf(bytes, from, end) : BigInt(bytes.toString('latin1', from, end));
  return isNegative ? -size : size;
}

/** Up to 19 digits through two exact doubles and a 64-bit word, several times faster than through text. */
function wordOf(bytes: Uint8Array, from: number, end: number): bigint {
  const split = Math.max(from, end - 9);
  const upper = decimal(bytes, from, split);
  const lower = decimal(bytes, split, end);
  // upper·10^9 + lower = (high·2^16 + low)·10^9 + lower, every product below 2^53.
  const low = upper % 65536;
  const high = ((upper - low) / 65536) * 1e9;
  const sum = (high % 65536) * 65536 + low * 1e9 + lower;
  words[isLittleEndian ? 0 : 1] = sum % 4294967296;
  words[isLittleEndian ? 1 : 0] = Math.floor(high / 65536) + Math.floor(sum / 4294967296);
  return word64[0]!;
}

function decimal(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at++) value = value * 10 + bytes[at]! - 0x30;
  return value;
}
