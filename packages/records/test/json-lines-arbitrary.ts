import fc from 'fast-check';

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const digits = (length: number) =>
  fc.tuple(oneOf('1', '9', '4', '8'), fc.integer({ min: 0, max: 999_999_999 })).map(([first, rest]) => {
    const pattern = String(rest).padStart(9, '0');
    return (first + pattern.repeat(Math.ceil(length / pattern.length))).slice(0, length);
  });

/** Integers around every limit: 2^53, 64 bits, the range of doubles, 4300 digits. */
const integerToken = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String) },
  { weight: 4, arbitrary: fc.constantFrom(15, 16, 17, 18, 19, 20, 21, 31, 32, 33, 48).chain(digits) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(16, 19)
      .chain(digits)
      .map((text) => `-${text}`),
  },
  {
    weight: 3,
    arbitrary: oneOf(
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '-9007199254740991',
      '-9007199254740992',
    ),
  },
  { weight: 3, arbitrary: oneOf('0', '-0', '18446744073709551615', '18446744073709551616', '1700000000123456789') },
  { weight: 1, arbitrary: fc.constantFrom(308, 310, 400).chain(digits) },
);
const hugeToken = fc.constantFrom(4299, 4300, 4301, 5000).chain(digits);
const floatToken = fc.oneof(
  fc.double().map((value) => (Number.isFinite(value) ? String(value) : '1.5')),
  oneOf(
    '-0.0',
    '-0e5',
    '-0E-1',
    '0.0',
    '1e400',
    '-1e400',
    '1.0',
    '9007199254740992.0',
    '1e16',
    '1700000000123456789.0',
  ),
  fc
    .constantFrom(16, 17, 33)
    .chain(digits)
    .chain((text) =>
      oneOf(`0.${text}`, `${text}.5`, `${text}e2`, `-${text}E+1`, `1e-${text}`, `0.${text}e-00000000000000005`),
    ),
);
const wordToken = oneOf('true', 'false', 'null', 'NaN', 'Infinity', '-Infinity');
const invalidToken = oneOf(
  ...[
    '01',
    '+1',
    '.5',
    '5.',
    '-',
    '--1',
    '-NaN',
    'nan',
    'Infinit',
    'NaNNaN',
    '1NaN',
    '1e',
    '0x10',
    'undefined',
    "'a'",
    '',
  ],
  ...[
    '00000000000000001',
    '-01234567890123456',
    '1234567890123456a',
    '1234567890123456 7',
    '"\u0001"',
    '"\\x41"',
    '"\\u12g4"',
    '"open',
  ],
);
/** Text inside strings that looks like what the parsers search for. */
const stringContent = fc.oneof(
  { weight: 3, arbitrary: oneOf('', 'a', 'sample', 'ncclAllReduce', 'é', '😀', '\u2028', '\ufeff', '\u0085') },
  {
    weight: 3,
    arbitrary: oneOf(
      ...[
        ': 1234567890123456789,',
        ',1700000000123456789]',
        '1234567890123456789',
        ': -0,',
        'id-0',
        'NaN',
        ',NaN,',
        '-Infinity',
      ],
      ...[
        '\\"timestamp_ns\\": 1700000000123456789,',
        '\\\\',
        '\\"',
        '{[{[',
        '\\u005f',
        '\\ud800',
        '\\ud83d\\ude00',
        '\\n',
        '\\/',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)) },
);
const stringToken = stringContent.map((content) => `"${content}"`);
const key = fc.oneof(
  oneOf(
    '"timestamp_ns"',
    '"timestamp\\u005fns"',
    '"__proto__"',
    '"constructor"',
    '"a"',
    '"b"',
    '"metadata"',
    '""',
    '"7"',
  ),
  stringToken,
);
const space = fc.oneof({ weight: 6, arbitrary: oneOf('', ' ') }, { weight: 1, arbitrary: oneOf('  ', '\t', ' \t ') });

const { value } = fc.letrec<{ value: string; array: string; object: string; member: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: integerToken },
    { weight: 3, arbitrary: floatToken },
    { weight: 3, arbitrary: wordToken },
    { weight: 3, arbitrary: stringToken },
    { weight: 2, arbitrary: tie('array') },
    { weight: 5, arbitrary: tie('object') },
  ),
  array: fc
    .tuple(space, fc.array(tie('value'), { maxLength: 4 }), space)
    .map(([before, members, after]) => `[${before}${members.join(`${after},${before}`)}${after}]`),
  member: fc
    .tuple(key, space, space, tie('value'), space)
    .map(([name, a, b, member, c]) => `${name}${a}:${b}${member}${c}`),
  object: fc
    .tuple(fc.array(tie('member'), { maxLength: 6 }), space)
    .map(([members, between]) => `{${members.join(`,${between}`)}}`),
}));

const record = fc
  .tuple(
    fc.array(
      fc.tuple(key, value).map(([name, member]) => `${name}: ${member}`),
      { maxLength: 6 },
    ),
    integerToken,
    fc.nat({ max: 6 }),
  )
  .map(([members, time, at]) => `{${members.toSpliced(at, 0, `"timestamp_ns": ${time}`).join(', ')}}`);

const nested = fc
  .tuple(fc.constantFrom(3, 998, 999, 1000, 1001, 1002), fc.boolean(), fc.oneof(fc.constant(''), integerToken))
  .map(([depth, isObject, inner]) =>
    isObject
      ? `${'{"a":'.repeat(depth)}${inner || '{}'}${'}'.repeat(depth)}`
      : `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`,
  );

const broken = fc
  .tuple(
    fc.oneof(record, value),
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.oneof(invalidToken, wordToken, integerToken, oneOf('"', '\\', ',', ':', '{', ']')),
  )
  .map(([text, at, removed, inserted]) => {
    const place = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, place) + inserted + text.slice(place + removed);
  });

const withInvalid = fc.oneof(
  fc.tuple(key, invalidToken, value).map(([name, bad, good]) => `{${name}: ${bad}, "b": ${good}}`),
  // Numbers and words where only a key may stand.
  fc
    .tuple(fc.oneof(integerToken, wordToken), space, value)
    .map(([bare, gap, good]) => `{"a": 1, ${bare}${gap}: ${good}}`),
);

/** One line of text that is JSON, or nearly so, and full of what fast parsers get wrong; no line ends in it. */
export const hostileLine: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 40, arbitrary: record },
    { weight: 20, arbitrary: fc.tuple(space, value, space).map((parts) => parts.join('')) },
    { weight: 12, arbitrary: broken },
    { weight: 6, arbitrary: withInvalid },
    { weight: 1, arbitrary: nested },
    {
      weight: 1,
      arbitrary: fc.tuple(key, hugeToken, key, value).map(([a, huge, b, v]) => `{${a}: ${huge}, ${b}: ${v}}`),
    },
  )
  // Bytes hold no lone surrogates.
  .map((line) => line.replaceAll(/[\r\n]/g, ' ').toWellFormed());
