import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { type Process, pointEvents, versionFour } from './parts/checked-records.ts';
import { memorySeries } from './parts/memory-series.ts';
import { phaseEvents } from './parts/phase-events.ts';
import { candidateFolder, jobInputs, namedFiles, timelineFolders } from './parts/run-folders.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { awkwardText, mostly } from './parts/values.ts';

const load = fc
  .tuple(
    fc.oneof(namedFiles, jobInputs, timelineFolders, candidateFolder),
    fc.record({ session_id: fc.constantFrom('one', 's-0', 'bundle-a', '', 'gone') }, { requiredKeys: [] }),
    fc.nat({ max: 5 }),
  )
  .map(
    ([{ paths, files }, session, dice]): Question => ({
      op: 'distributed.load',
      input: { paths: [...paths], ...(dice === 0 ? session : {}) },
      files,
    }),
  );

const modelOfFiles = fc
  .tuple(fc.oneof(jobInputs, timelineFolders), fc.record({ all_sessions: fc.boolean() }, { requiredKeys: [] }))
  .map(
    ([{ paths, files }, rest]): Question => ({
      op: 'distributed.model',
      input: { paths: [...paths], ...rest },
      files,
    }),
  );

const rankFilter = fc.constantFrom('all', '', '0', '1-2', '0,3', '9', '2-0', 'x');

function rankEvents(process: Process): fc.Arbitrary<JsonObject[]> {
  return fc
    .tuple(
      memorySeries(process.rank, process.world_size, process.session_id),
      pointEvents,
      phaseEvents([process.session_id], 'checked'),
      fc.constantFrom(true, true, false),
    )
    .map(([series, points, phases, fragmentation]) =>
      [...series, ...points, ...phases.map((event) => ({ ...event, device_total_bytes: 85_899_345_920 }))].map(
        (event) => versionFour(event, process, fragmentation),
      ),
    );
}

const modelEvents = fc
  .record({
    ranks: fc.subarray([0, 1, 2, 4], { minLength: 0 }),
    world: fc.constantFrom(5, 6),
    otherWorld: fc.constantFrom(null, null, 8),
    session: fc.constantFrom('s', 't'),
  })
  .chain(({ ranks, world, otherWorld, session }) =>
    fc.tuple(
      ...ranks.map((rank, index) =>
        rankEvents({
          session_id: session,
          job_id: 'job-7',
          rank,
          world_size: index === 1 && otherWorld !== null ? otherWorld : world,
          host: 'node-0',
        }),
      ),
    ),
  )
  .map((ranks) => ranks.flat());

const model = fc
  .tuple(
    modelEvents,
    fc.oneof<fc.Arbitrary<{ [key: string]: JsonValue }>[]>(
      fc.constant({}),
      fc.record({ rank_filter: rankFilter }),
      fc.record({ selected_ranks: fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 4 }) }),
    ),
  )
  .map(([events, filter]): Question => ({ op: 'distributed.model', input: { events, ...filter } }));

const filterToken = mostly(
  fc.constantFrom('0', '3', '1-2', '0-7', ' 5 ', '2 - 4', '', '1-1', '+2', '0_5', '007', '٣', '0-1000'),
  mostly(fc.constantFrom('-3', '3-', '1--3', '1-2-3', '1.0', 'all', '*', '4-2', '1e3'), awkwardText),
);

const parseFilter = fc
  .tuple(
    fc.oneof<fc.Arbitrary<JsonValue>[]>(
      fc.array(filterToken, { maxLength: 4 }).map((tokens) => tokens.join(',')),
      fc.constantFrom(null, 'ALL', ' * '),
    ),
    mostly(fc.constant([0, 1, 2, 3, 4, 5, 6, 7]), fc.uniqueArray(fc.nat({ max: 2 ** 31 - 1 }), { maxLength: 3 })),
  )
  .map(([expr, available]): Question => ({ op: 'distributed.parse_rank_filter', input: { expr, available } }));

const formatBytes = fc
  .tuple(
    fc.oneof<fc.Arbitrary<number>[]>(
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      fc.maxSafeInteger(),
      fc.constantFrom(0, 1023, 1024, 1152, 1408, 2560, 1_048_575, 0.5, -0.25, 1e21, 1e-7),
      fc.nat({ max: 4096 }).map((n) => n * 128),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }),
    ),
    fc.record({ precision: fc.integer({ min: 0, max: 6 }) }, { requiredKeys: [] }),
  )
  .map(([value, rest]): Question => ({ op: 'distributed.format_bytes', input: { value, ...rest } }));

const segment = fc
  .array(
    fc.constantFrom(
      'rank',
      'Rank',
      'RANK',
      'local',
      '_',
      '-',
      '.',
      ' ',
      '0',
      '12',
      '007',
      '٣',
      'é',
      'x',
      'p',
      'worker',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  .filter((name) => name !== '.' && name !== '..');

const rankFromPath = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts): Question => ({ op: 'distributed.rank_from_path', input: { path: `/${parts.join('/')}` } }));

/** Questions about inputs of every kind, models of many ranks, rank filters, byte sizes and ranks in paths. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [8, load],
    [2, modelOfFiles],
    [6, model],
    [2, parseFilter],
    [2, formatBytes],
    [2, rankFromPath],
  );
  return sampleCases('distributed-diagnostics', question, seed, count);
}
