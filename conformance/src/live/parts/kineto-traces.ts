import fc from 'fast-check';

/** Members of an object as key and value texts, so that oddities of the text can be made. */
type Members = readonly (readonly [key: string, value: string])[];

const ODD_TOKENS = [
  'null',
  'true',
  'false',
  'NaN',
  'Infinity',
  '-Infinity',
  '""',
  '"x"',
  '" 7 "',
  '"1_0"',
  '"1.5"',
  '"-3"',
  '"٣"',
  '"nan"',
  '"inf"',
  '"0x10"',
  '-1',
  '-0.5',
  '2.5',
  '1e400',
  '1e3',
  '[]',
  '[1]',
  '{}',
  '{"a": 1}',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551615',
  '1e-320',
] as const;
const oddToken = fc.constantFrom(...ODD_TOKENS);

/** One of a few usual texts, about one time in thirty an odd one; missing where that is usual too. */
function token(...usual: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: oddToken });
}

const microseconds = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 400 }).map((n) => `${n / 4 + 0.125}`) },
  { weight: 2, arbitrary: fc.nat({ max: 100 }).map(String) },
  { weight: 1, arbitrary: fc.nat({ max: 99_999 }).map((n) => `${n}.${String(n * 7).padStart(3, '0')}5`) },
  { weight: 1, arbitrary: fc.nat({ max: 999 }).map((n) => `17121954955455${n % 100}.${n}`) },
  { weight: 1, arbitrary: fc.constantFrom('"12.5"', '" 11 "', '5e1', '0.0005', '0.0015', '1.5e-3', '12.0') },
);
const time = fc.oneof({ weight: 60, arbitrary: microseconds }, { weight: 1, arbitrary: oddToken });
const duration = fc.oneof(
  { weight: 20, arbitrary: microseconds },
  { weight: 3, arbitrary: fc.constantFrom('0', 'null', '""') },
  { weight: 1, arbitrary: oddToken },
);
const correlation = token('11', '12', '13', '14', '15', '11', '12', '"11"', '0', 'null', '9007199254740993');
/** No process ids beyond the safe range: those are refused here. */
const process = token('4242', '4242', '4242', '"4242"', '4343').map((text) => (/\d{16}/.test(text) ? '4343' : text));
const thread = token('7', '7', '8', '"7"', '-1');

const NAMES = ['gemm', 'void f<int>()', 'q\\u0022\\n', '\\u0067emm', 'é😀', '\\ud83d\\ude00', '', '__proto__'] as const;
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...NAMES).map((text) => `"${text}"`) },
  { weight: 1, arbitrary: fc.constantFrom('null', 'true', '12', '2.5', '"\\x41"', '"\t"', '"\\u12"') },
);
const rangeName = fc
  .constantFrom(...['p/1', 'p/1', 'p/2', 'p/3', 'q/1', 'p/a/b', 'p/', '/1', '', 'p/\\u0031', 'vllm:engine-0/17', 'é/ü'])
  .map((rest) => `"stormlog.iteration/${rest}"`);

/** Members in any order, some left out, seldom one twice. */
function shaken(members: readonly fc.Arbitrary<readonly [string, string]>[], keep: number): fc.Arbitrary<Members> {
  return fc
    .tuple(fc.tuple(...members), fc.nat({ max: 39 }), fc.nat({ max: 39 }), fc.nat({ max: 3 }))
    .map(([all, dropped, repeated, turn]) => {
      const kept = all.filter((_, index) => index < keep || index !== dropped);
      const again = all[repeated];
      const turned = [...kept.slice(turn), ...kept.slice(0, turn)];
      return again === undefined ? turned : [...turned, again];
    });
}

const member = (key: string, value: fc.Arbitrary<string>) =>
  value.map((text): readonly [string, string] => [key, text]);

function object(members: fc.Arbitrary<Members>): fc.Arbitrary<string> {
  const gap = fc.constantFrom('', ' ', '\n  ', '\t', '\r\n');
  return fc.tuple(members, gap).map(([all, space]) => {
    const text = all.map(([key, value]) => `${space}"${key}":${space}${value}`);
    return `{${text.join(`${space},`)}${space}}`;
  });
}

const gpuArguments = object(
  shaken(
    [
      member('device', token('0', '0', '1', '"1"', 'null')),
      member('stream', token('7', '7', '9', '20', 'null')),
      member('correlation', correlation),
      member('graph id', token('0', 'null', '3', '4')),
      member('grid', fc.constantFrom('[1, 2, 3]', '{"device": 5}', '"a"')),
    ],
    0,
  ),
);
const gpuEvent = object(
  shaken(
    [
      member('ph', fc.constant('"X"')),
      member('cat', fc.constantFrom('"kernel"', '"kernel"', '"gpu_memcpy"', '"gpu_memset"', '"k\\u0065rnel"')),
      member('name', name),
      member('ts', time),
      member('dur', duration),
      member('args', fc.oneof({ weight: 20, arbitrary: gpuArguments }, { weight: 1, arbitrary: oddToken })),
      member('pid', process),
    ],
    4,
  ),
);
const launchCall = object(
  shaken(
    [
      member('ph', fc.constant('"X"')),
      member('cat', fc.constantFrom('"cuda_runtime"', '"cuda_driver"')),
      member('pid', process),
      member('tid', thread),
      member('ts', time),
      member('name', fc.constantFrom('"cudaLaunchKernel"', '"cudaGraphLaunch"', '"cuGraphLaunch_ptsz"', '""', '7')),
      member('args', object(shaken([member('correlation', correlation), member('cbid', token('211'))], 1))),
      member('dur', duration),
    ],
    5,
  ),
);
const range = object(
  shaken(
    [
      member('ph', fc.constant('"X"')),
      member('cat', fc.constant('"user_annotation"')),
      member('name', rangeName),
      member('pid', process),
      member('tid', thread),
      member('ts', time),
      member('dur', fc.constantFrom('20', '50', '100', '0', '1e3', '"30"')),
    ],
    6,
  ),
);
const otherEvent = fc.constantFrom(
  '{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "python"}}',
  '{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": "bad"}',
  '{"ph": "X", "cat": "gpu_user_annotation", "name": "stormlog.iteration/p/1", "ts": 0, "dur": 1e6}',
  '{"ph": "s", "cat": "kernel"}',
  '{"ph": "\\u0058", "cat": null}',
  '{"cat": ["kernel"]}',
  '{"ph": "X"}',
  '{"ph": "X", "cat": {}}',
  '{}',
  'null',
  '[1, [2, {"ph": "X", "cat": "kernel"}]]',
  '"X"',
  '-1.5e-7',
);
const events = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: gpuEvent },
    { weight: 8, arbitrary: launchCall },
    { weight: 3, arbitrary: range },
    { weight: 1, arbitrary: otherEvent },
  ),
  { maxLength: 14 },
);

const headerMembers = shaken(
  [
    member('baseTimeNanoseconds', token('1700000000000000000', '1700000000000000001', '0', 'null', '"5"')),
    member('host_name', token('"gpu-a01"', '"gpu-a01"', '"gpu-b"', 'null')),
    member('trace_id', token('"8F3A"', '"8F3A"', 'null', '""', '17')),
    member('vllm_version', token('"0.30.0"', 'null', '""')),
    member('cupti_version', token('24', '"12.4"', 'null')),
    member('distributedInfo', token('{"rank": 1, "world_size": 2}', '{"rank": "0"}', '{}', 'null', '{"rank": -1}')),
    member(
      'deviceProperties',
      token('[{"id": 0, "name": "H200"}, {"id": "1", "name": "A10"}, 5, {"name": "x"}]', '[]', 'null', '[{"id": 0}]'),
    ),
  ],
  0,
);

const whole = fc
  .tuple(headerMembers, events, fc.nat({ max: 8 }), fc.nat({ max: 30 }), fc.array(gpuEvent, { maxLength: 2 }))
  .map(([header, list, place, odd, more]) => {
    const members = header.map(([key, value]) => `"${key}": ${value}`);
    const key = odd === 30 ? 'traceEvent\\u0073' : 'traceEvents';
    members.splice(place, 0, `"${key}": [${list.join(', ')}]`);
    if (odd === 29) members.push(`"traceEvents": [${more.join(',\n')}]`);
    if (odd === 28) members.push('"traceEvents": null');
    return `{${members.join(',\n ')}}`;
  });

/** Damage to a text: cut off, a piece dropped, something put between. */
const damage = fc.record({
  at: fc.nat({ max: 10_000 }),
  drop: fc.nat({ max: 3 }),
  put: fc.constantFrom('', '"', '}', ']', ',', '\\', 'x', '\u0000', '\t', '-', '1', 'e', '.', '\ufeff', ' '),
  isCut: fc.boolean(),
});

/** The text of a Kineto trace, about one time in ten a damaged one. */
export const kinetoText: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: whole },
  {
    weight: 1,
    arbitrary: fc.tuple(whole, damage).map(([text, { at, drop, put, isCut }]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + (isCut ? '' : text.slice(place + drop));
    }),
  },
);
