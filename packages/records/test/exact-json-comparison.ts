import fc from 'fast-check';
import {
  ExactLineParser,
  InvalidRecordError,
  isInteger,
  isJsonObject,
  type JsonValue,
  parseJson,
} from '../src/index.ts';
import { ExactParser } from '../src/json/exact-parser.ts';
import { hostileLine } from './json-lines-arbitrary.ts';

type Verdict = { readonly value: JsonValue } | { readonly code: string };

function verdict(parse: () => JsonValue): Verdict {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof InvalidRecordError) return { code: error.code };
    throw error;
  }
}

/** Equal in kind, digits, sign of zero, own keys and their order. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return Object.is(left, right);
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  const leftKeys = Object.keys(left);
  const rightKeys = Object.keys(right);
  return (
    leftKeys.length === rightKeys.length &&
    leftKeys.every((key, i) => key === rightKeys[i] && isSameValue(Reflect.get(left, key), Reflect.get(right, key)))
  );
}

function withBigInt(found: Verdict, field: string): Verdict {
  if ('code' in found || !isJsonObject(found.value) || !Object.hasOwn(found.value, field)) return found;
  const member = found.value[field];
  return isInteger(member) ? { value: { ...found.value, [field]: BigInt(member) } } : found;
}

function isSameVerdict(left: Verdict, right: Verdict): boolean {
  if ('code' in left || 'code' in right) return 'code' in left && 'code' in right && left.code === right.code;
  return isSameValue(left.value, right.value);
}

/** What the fast routes answer otherwise than the slow exact parser for lines that lie in one buffer; null when nothing. */
export function firstDifference(lines: readonly string[], offset: number): string | null {
  const slow = lines.map((line) => verdict(() => new ExactParser(line).parse()));
  for (const [i, line] of lines.entries()) {
    if (
      !isSameVerdict(
        slow[i]!,
        verdict(() => parseJson(line)),
      )
    )
      return `parseJson differs on ${JSON.stringify(line)}`;
  }
  const bytes = Buffer.from('x'.repeat(offset) + lines.join('\n'));
  const before = Buffer.from(bytes);
  for (const bigIntField of [undefined, 'timestamp_ns']) {
    const parser = new ExactLineParser({ bigIntField });
    parser.use(bytes, offset, bytes.length);
    let start = offset;
    for (const [i, line] of lines.entries()) {
      const end = start + Buffer.byteLength(line);
      const expected = bigIntField === undefined ? slow[i]! : withBigInt(slow[i]!, bigIntField);
      const found = verdict(() => parser.parse(start, end));
      if (!isSameVerdict(expected, found)) {
        return `ExactLineParser${bigIntField ? ' with a field' : ''} differs on ${JSON.stringify(line)}`;
      }
      start = end + 1;
    }
    if (!bytes.equals(before)) return `the bytes were changed by ${JSON.stringify(lines)}`;
  }
  return null;
}

/**
 * Compares the fast routes with the slow exact parser on generated lines.
 *
 * @throws Error with the seed and the shortest lines that differ
 */
export function compareOnGeneratedLines(options: { readonly seed: number; readonly lines: number }): void {
  const lines = fc.array(hostileLine, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lines, fc.nat({ max: 20 }), (texts, offset) => {
      const difference = firstDifference(texts, offset);
      if (difference !== null) throw new Error(difference);
    }),
    // Two and a half lines a run on average.
    { seed: options.seed, numRuns: Math.ceil(options.lines / 2.5) },
  );
}
