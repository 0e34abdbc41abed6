import type { JsonValue } from '@stormlog/records';
import fc from 'fast-check';

// White space of both worlds, names of prototypes, code points in surrogate order, digits of other scripts.
const AWKWARD_TEXTS = [
  '',
  ' ',
  '\t\n',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u001f',
  '\u3000x\u2003',
  '__proto__',
  'constructor',
  'toString',
  'None',
  'null',
  'true',
  'NaN',
  '0',
  '12',
  ' 7 ',
  '+3',
  '-1',
  '1_000',
  '1__0',
  '٣',
  '８',
  '²',
  '1.5',
  '1e3',
  '0x10',
  'é',
  'İSTANBUL',
  'ΑΣ',
  'ß',
  '\uff5e',
  '😀',
  "it's",
  '"quoted"',
  'a\\b',
  'line\nbreak',
  '\u007f',
  '\u0000',
] as const;

/** Texts on which text rules differ between languages. No lone surrogates: Python cannot encode those. */
export const awkwardText: fc.Arbitrary<string> = fc.constantFrom(...AWKWARD_TEXTS);

/** Ordinary words, seldom mixed with awkward ones: records have many texts, and one bad one refuses a record. */
export function text(...usual: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: awkwardText },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  );
}

/** Mostly the first, about one time in eight the second. */
export function mostly<A, B>(usual: fc.Arbitrary<A>, seldom: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof<[fc.MaybeWeightedArbitrary<A>, fc.MaybeWeightedArbitrary<B>]>(
    { weight: 7, arbitrary: usual },
    { weight: 1, arbitrary: seldom },
  );
}

/** A float that no reader takes for an integer. */
export const fraction: fc.Arbitrary<number> = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((x) => (Number.isInteger(x) ? x + 0.5 : x));

/** Nanoseconds since the epoch, mostly of today, some small, none negative. */
export const timeNs: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 1_700_000_000_000_000_000n, max: 1_700_000_010_000_000_000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 1000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 70n }) },
);

/** Anything JSON can hold that is of no fixed type, small. */
export const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1, 7, {}, []) },
  { weight: 2, arbitrary: awkwardText },
  { weight: 1, arbitrary: fraction },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>([1], ['a'], { a: 1 }, { a: null }, [[]], '\u2003') },
);

/** Metadata values, nested once, with numbers of every kind. */
export const metadataValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: anyValue },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(Number.NaN, Number.POSITIVE_INFINITY, 1e22, 1.5e-7, 2n ** 64n) },
  {
    weight: 1,
    arbitrary: fc.dictionary(awkwardText, anyValue, { maxKeys: 3, noNullPrototype: true }).map(ownKeys),
  },
);

/** An object whose keys are all data, `__proto__` too. */
export function ownKeys(value: Readonly<Record<string, JsonValue>>): { [key: string]: JsonValue } {
  const made: { [key: string]: JsonValue } = {};
  for (const [key, item] of Object.entries(value)) setOwn(made, key, item);
  return made;
}

/** Sets an own member whatever its name. */
export function setOwn(target: { [key: string]: JsonValue }, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A number of changes to an object, in order: members that are set, or taken away where the value is undefined. */
export type Changes = readonly (readonly [key: string, value: JsonValue | undefined])[];

/** A copy with the changes made; a changed member keeps its place. */
export function changed(record: { readonly [key: string]: JsonValue }, changes: Changes): { [key: string]: JsonValue } {
  const made = ownKeys(record);
  for (const [key, value] of changes) {
    if (value === undefined) delete made[key];
    else setOwn(made, key, value);
  }
  return made;
}

/** No change for most records, one or two for the others: a member of some name becomes something else, or goes. */
export function fewChanges(keys: readonly string[], value: fc.Arbitrary<JsonValue> = anyValue): fc.Arbitrary<Changes> {
  const change = fc.tuple(
    fc.constantFrom(...keys),
    fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<Changes>([]) },
    { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
  );
}
