import { ITERATION_RANGE_PREFIX } from '../ranges/iteration-range.ts';
import type { JsonScanner } from './json-scanner.ts';

const CATEGORIES = ['kernel', 'gpu_memcpy', 'gpu_memset', 'cuda_runtime', 'cuda_driver', 'user_annotation'].map(
  (name) => Buffer.from(`"${name}"`),
);
const RANGE = Buffer.from('"user_annotation"');
const COMPLETE = Buffer.from('"X"');
const NAME_PREFIX = Buffer.from(`"${ITERATION_RANGE_PREFIX}`);
const [P, H, C, A, T, N] = Buffer.from('phcatn') as unknown as [number, number, number, number, number, number];

/**
 * Passes an element of `traceEvents` and tells whether it must be parsed: an event that may matter, or one whose keys or
 * deciding values hold escapes. It only ever errs towards parsing.
 *
 * @returns where the element begins; null when it does not matter
 */
export function interestOf(scanner: JsonScanner): { readonly from: number } | null {
  scanner.isHard = false;
  if (scanner.peek() !== 0x7b) {
    scanner.skipValue(2);
    return null;
  }
  const from = scanner.position;
  scanner.position++;
  const { buffer } = scanner;
  let isUncertain = false;
  let [phFrom, phTo, catFrom, catTo, nameFrom, nameTo] = [-1, -1, -1, -1, -1, -1];
  scanner.skipMembers((keyFrom, keyTo, escaped) => {
    if (escaped) isUncertain = true;
    scanner.peek();
    const valueFrom = scanner.position;
    scanner.skipValue(3);
    const length = keyTo - keyFrom;
    const first = buffer[keyFrom]!;
    if (length === 2 && first === P && buffer[keyFrom + 1] === H) {
      phFrom = valueFrom;
      phTo = scanner.position;
    } else if (length === 3 && first === C && buffer[keyFrom + 1] === A && buffer[keyFrom + 2] === T) {
      catFrom = valueFrom;
      catTo = scanner.position;
    } else if (length === 4 && first === N && buffer.toString('latin1', keyFrom, keyTo) === 'name') {
      nameFrom = valueFrom;
      nameTo = scanner.position;
    }
  });
  if (isUncertain) return { from };
  if (phFrom < 0 || (!isEqual(buffer, phFrom, phTo, COMPLETE) && !hasEscape(buffer, phFrom, phTo))) return null;
  if (catFrom < 0) return null;
  const first = buffer[catFrom]!;
  if (first === 0x7b || first === 0x5b || hasEscape(buffer, catFrom, catTo)) return { from };
  if (!CATEGORIES.some((category) => isEqual(buffer, catFrom, catTo, category))) return null;
  if (
    nameFrom >= 0 &&
    isEqual(buffer, catFrom, catTo, RANGE) &&
    !isEqual(buffer, nameFrom, Math.min(nameTo, nameFrom + NAME_PREFIX.length), NAME_PREFIX) &&
    !hasEscape(buffer, nameFrom, nameTo)
  ) {
    return null;
  }
  return { from };
}

function isEqual(buffer: Buffer, from: number, to: number, expected: Buffer): boolean {
  if (to - from !== expected.length) return false;
  for (let i = 0; i < expected.length; i++) {
    if (buffer[from + i] !== expected[i]) return false;
  }
  return true;
}

function hasEscape(buffer: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (buffer[i] === 0x5c) return true;
  }
  return false;
}
