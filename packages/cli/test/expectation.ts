import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@stormlog/records';

/** What a case expects of the command line; the same form for every case folder in fixtures/reports. */
export interface Expectation {
  readonly command: string;
  /** `$DIR` stands for a copy of the case's folder, `$OUT` for an empty one. */
  readonly args: readonly string[];
  readonly exit: number | readonly number[];
  /** Patterns for stdout and stderr together, and for the values of a JSON document written as `path = value`. */
  readonly must: readonly string[];
  /** Patterns that the raw output must not match. */
  readonly must_not: readonly string[];
  /** Some key of the JSON document of this name has this value. */
  readonly find?: JsonObject;
  /** Files that the command makes in `$OUT`, with patterns for their text. */
  readonly outputs?: Readonly<Record<string, Pick<Expectation, 'must' | 'must_not'>>>;
  /** Words of {@link NEVER} that the case's data contains. */
  readonly allow?: readonly string[];
}

/** What no output may ever contain. */
const NEVER: ReadonlyMap<string, RegExp> = new Map([
  ['stack trace', /^ {4,}at [^ ]/m],
  ['undefined', /\bundefined\b/],
  ['NaN', /\bNaN\b/],
  ['[object Object]', /\[object [A-Z]\w+\]/],
  ['raw control byte', /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/],
]);

/** The expectation that a case's `expect.json` holds; its integers may need every digit. */
export function parseExpectation(text: string): Expectation {
  // The files are the project's own, so their shape is taken on trust.
  return parseJson(text) as unknown as Expectation;
}

/** Everything about an outcome that is not as expected, in words; empty when all is well. */
export function disagreements(
  expected: Expectation,
  outcome: { readonly exitCode: number; readonly out: string; readonly err: string },
): string[] {
  const raw = `${outcome.out}\n${outcome.err}`;
  const document = expected.args.includes('--json') && outcome.out.trim() !== '' ? parseJson(outcome.out) : null;
  const text = document === null ? raw : `${raw}\n${[...flat(document, '')].join('\n')}`;
  const exits = typeof expected.exit === 'number' ? [expected.exit] : expected.exit;
  return [
    ...(exits.includes(outcome.exitCode) ? [] : [`exit code ${outcome.exitCode}`]),
    ...[...NEVER].flatMap(([name, pattern]) => (!expected.allow?.includes(name) && pattern.test(raw) ? [name] : [])),
    ...expected.must.flatMap((source) => (pythonPattern(source).test(text) ? [] : [`lacks /${source}/`])),
    ...expected.must_not.flatMap((source) => (pythonPattern(source).test(raw) ? [`has /${source}/`] : [])),
    ...Object.entries(expected.find ?? {}).flatMap(([key, want]) =>
      document !== null &&
      valuesOf(document, key).some((got) => (key === 'rows' ? hasRows(want, got) : same(want, got)))
        ? []
        : [`${key} is not as expected`],
    ),
  ];
}

/** Everything about the files that a command made that is not as expected; `read` gives the text of one, null without it. */
export async function outputDisagreements(
  expected: Expectation,
  read: (name: string) => Promise<string | null>,
): Promise<string[]> {
  const found = Object.entries(expected.outputs ?? {}).map(async ([name, rules]) => {
    const text = await read(name);
    if (text === null) return [`no ${name}`];
    return [
      ...rules.must.flatMap((source) => (pythonPattern(source).test(text) ? [] : [`${name} lacks /${source}/`])),
      ...rules.must_not.flatMap((source) => (pythonPattern(source).test(text) ? [`${name} has /${source}/`] : [])),
    ];
  });
  return (await Promise.all(found)).flat();
}

/** The patterns put their flags in front, as `(?i)`. */
function pythonPattern(source: string): RegExp {
  const flags = /^\(\?([ims]+)\)/.exec(source);
  return new RegExp(flags === null ? source : source.slice(flags[0].length), flags?.[1] ?? '');
}

function* flat(value: JsonValue, path: string): Generator<string> {
  if (Array.isArray(value)) for (const [i, element] of value.entries()) yield* flat(element, `${path}[${i}]`);
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) yield* flat(member, path === '' ? key : `${path}.${key}`);
  } else yield `${path} = ${value}`;
}

function valuesOf(value: JsonValue, key: string): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((element: JsonValue) => valuesOf(element, key));
  if (!isJsonObject(value)) return [];
  const own = Object.hasOwn(value, key) ? [value[key]!] : [];
  return [...own, ...Object.values(value).flatMap((member) => valuesOf(member, key))];
}

function hasRows(want: JsonValue, got: JsonValue): boolean {
  return (
    Array.isArray(want) &&
    Array.isArray(got) &&
    want.every((row: JsonValue) => got.some((candidate: JsonValue) => same(row, candidate)))
  );
}

/** Equal in what `want` names; `{ "any": […] }` gives alternatives. */
function same(want: JsonValue, got: JsonValue): boolean {
  if (Array.isArray(want)) {
    return (
      Array.isArray(got) && want.length === got.length && want.every((element: JsonValue, i) => same(element, got[i]!))
    );
  }
  if (!isJsonObject(want)) return want === got;
  if (Array.isArray(want['any'])) return want['any'].some((alternative: JsonValue) => same(alternative, got));
  return (
    isJsonObject(got) &&
    Object.entries(want).every(([key, member]) => Object.hasOwn(got, key) && same(member, got[key]!))
  );
}
