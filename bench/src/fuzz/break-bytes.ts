import type { SeededRandom } from '../generate-run/seeded-random.ts';

const TOKENS = [
  '\0',
  '\n',
  '\r',
  '\r\n',
  '"',
  "'",
  ',',
  ';',
  '{',
  '}',
  '[',
  ']',
  '\ufeff',
  '\u2028',
  '\x1b[31m',
  'null',
  'true',
  'NaN',
  '-Infinity',
  '1e999',
  '-0',
  '9223372036854775794',
  '99999999999999999999999999',
  '1.5',
  '"__proto__":{"a":1},',
  '"constructor":1,',
  '"schema_version":1e400,',
  '"timestamp_ns":',
  '"session_id":"",',
  '../../etc/passwd',
  '\\ud800',
  '\\',
  '(1, 2',
  'set()',
].map((token) => Buffer.from(token));
const RAW = [Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xff, 0xfe]), Buffer.from([0xf0, 0x9f])];

/** The bytes with one to four faults put in: pieces cut, doubled, moved, overwritten, or telling tokens put between. */
export function breakBytes(bytes: Buffer, random: SeededRandom): Buffer {
  let broken = bytes;
  for (let faults = 1 + random.below(4); faults > 0; faults--) broken = breakOnce(broken, random);
  return broken;
}

function breakOnce(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.below(bytes.length + 1);
  const length = 1 + random.below(random.below(4) === 0 ? 200 : 6);
  const piece = bytes.subarray(at, at + length);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at + piece.length);
  switch (random.below(9)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, piece, piece, after]);
    case 2:
      return Buffer.from(before);
    case 3:
      return Buffer.concat([after, piece, before]);
    case 4:
      return Buffer.concat([before, Buffer.from(Array.from(piece, () => random.below(256))), after]);
    case 5:
      return Buffer.concat([before, oneOf(RAW, random), piece, after]);
    case 6:
      return Buffer.concat([before, repeated(oneOf(TOKENS, random), 1 + random.below(3000)), piece, after]);
    default:
      return Buffer.concat([before, oneOf(TOKENS, random), random.below(2) === 0 ? piece : Buffer.alloc(0), after]);
  }
}

function oneOf(choices: readonly Buffer[], random: SeededRandom): Buffer {
  return choices[random.below(choices.length)]!;
}

function repeated(token: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => token));
}
