import { type JsonObject, type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { type Process, versionFour } from './checked-records.ts';
import { summary } from './telemetry-files.ts';

/** Files of a case, and the inputs that name them. */
export interface RunFolder {
  readonly paths: readonly string[];
  readonly files: { readonly [name: string]: JsonValue };
}

const COLUMNS = ['timestamp_ns', 'event_type', 'memory_allocated', 'memory_reserved', 'context'] as const;

/** Simple samples of one process. No two events of a case are at one time: what counts as a copy differs here. */
const samples: fc.Arbitrary<JsonObject[]> = fc
  .array(
    fc.record({
      allocated: fc.nat({ max: 1000 }),
      cache: fc.nat({ max: 50 }),
      type: fc.constantFrom('sample', 'sample', 'sample', 'stop', 'start', 'warning'),
      shuffle: fc.nat({ max: 5 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) =>
    rows.map(
      ({ allocated, cache, type, shuffle }, index): JsonObject => ({
        timestamp_ns: BigInt(index * 10 + shuffle),
        event_type: type,
        allocator_allocated_bytes: allocated,
        allocator_reserved_bytes: allocated + cache,
        device_used_bytes: allocated + cache + 7,
        device_total_bytes: 100_000,
        context: type === 'warning' ? 'high' : null,
        metadata: {},
      }),
    ),
  );

/** Events get a time of their own by the place of their file. Multiples of 1024 ns pass through a double unharmed. */
function at(file: number, event: JsonObject): bigint {
  const offset = event['timestamp_ns'];
  return 1_700_000_000_000_000_000n + (BigInt(file) * 1000n + (typeof offset === 'bigint' ? offset : 0n)) * 1024n;
}

function versioned(file: number, events: readonly JsonObject[], process: Process): JsonValue[] {
  return events.map((event) => versionFour({ ...event, timestamp_ns: at(file, event) }, process));
}

function legacy(file: number, events: readonly JsonObject[]): JsonValue[] {
  return events.map((event) => ({
    timestamp_ns: at(file, event),
    event_type: event['event_type'] ?? 'sample',
    memory_allocated: event['allocator_allocated_bytes'] ?? 0,
    memory_reserved: event['allocator_reserved_bytes'] ?? 0,
    context: event['context'] ?? null,
  }));
}

function csv(file: number, events: readonly JsonObject[], broken: boolean): string {
  const rows = legacy(file, events).map((row) =>
    COLUMNS.map((column) => (typeof row === 'object' && row !== null && column in row ? cell(row, column) : '')).join(),
  );
  return `${COLUMNS.join()}\n${broken ? 'x,sample,1,1,\n' : ''}${rows.join('\n')}\n`;
}

function cell(row: object, column: string): string {
  const value = Object.entries(row).find(([key]) => key === column)?.[1];
  return value === null || value === undefined ? '' : String(value);
}

function lines(records: readonly JsonValue[], tail: string): string {
  return records.map((record) => `${stringifyJson(record, { ascii: true })}\n`).join('') + tail;
}

const single = (session: string): Process => ({
  session_id: session,
  job_id: null,
  rank: 0,
  world_size: 1,
  host: 'node-0',
});

type Kind = 'json' | 'jsonl' | 'object' | 'legacy-json' | 'legacy-csv' | 'broken-json' | 'sink' | 'missing' | 'text';

interface File {
  readonly kind: Kind;
  readonly events: readonly JsonObject[];
  readonly session: string;
  readonly broken: boolean;
}

const oneFile: fc.Arbitrary<File> = fc.record({
  kind: fc.constantFrom<Kind>(
    'json',
    'jsonl',
    'object',
    'legacy-json',
    'legacy-json',
    'legacy-csv',
    'legacy-csv',
    'broken-json',
    'sink',
    'missing',
    'text',
  ),
  events: samples,
  session: fc.constantFrom('one', 'two', 'three'),
  broken: fc.constantFrom(false, false, true),
});

/** Files named one by one, each of its own kind: sessions of one process, legacy files, sinks, and rubbish. */
export const namedFiles: fc.Arbitrary<RunFolder> = fc
  .tuple(fc.array(oneFile, { maxLength: 4 }), fc.constantFrom(true, false, false))
  .map(([given, copied]) => {
    const paths: string[] = [];
    const files: { [name: string]: JsonValue } = {};
    for (const [index, file] of given.entries()) {
      const records = versioned(index, file.events, single(file.session));
      // Some documents hold a second session, and some hold what the file before them held.
      const second = file.broken ? versioned(index + 20, file.events, single('second')) : [];
      const before = given[index - 1];
      const copies = copied && before !== undefined ? versioned(index - 1, before.events, single(before.session)) : [];
      const add = (path: string, name: string, content: string) => {
        paths.push(path);
        files[name] = content;
      };
      if (file.kind === 'json') add(`f${index}.json`, `f${index}.json`, stringifyJson([...records, ...second]));
      if (file.kind === 'jsonl')
        add(`d${index}/f.jsonl`, `d${index}/f.jsonl`, lines(records, file.broken ? '{"a' : ''));
      if (file.kind === 'object')
        add(`f${index}.json`, `f${index}.json`, stringifyJson({ events: [...copies, ...records], peak: 1 }));
      if (file.kind === 'legacy-json')
        add(`f${index}.json`, `f${index}.json`, stringifyJson(legacy(index, file.events)));
      if (file.kind === 'legacy-csv') add(`f${index}.csv`, `f${index}.csv`, csv(index, file.events, file.broken));
      if (file.kind === 'broken-json')
        add(`f${index}.json`, `f${index}.json`, `${stringifyJson(records).slice(0, -1)}`);
      if (file.kind === 'sink') add(`s${index}`, `s${index}/segment-000001.jsonl`, lines(records, ''));
      if (file.kind === 'missing') paths.push(`gone-${index}`);
      if (file.kind === 'text') add(`notes-${index}.txt`, `notes-${index}.txt`, 'hello');
    }
    return { paths, files };
  });

/** The sinks or files of a job: one session an input, ranks that differ, one attempt. */
export const jobInputs: fc.Arbitrary<RunFolder> = fc
  .record({
    ranks: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    world: fc.constantFrom(4, 5),
    kind: fc.constantFrom('json', 'jsonl', 'sink'),
    job: fc.constantFrom('job-7', 'job-8'),
    events: fc.array(samples, { minLength: 4, maxLength: 4 }),
    other: fc.boolean(),
  })
  .map(({ ranks, world, kind, job, events, other }) => {
    const files: { [name: string]: JsonValue } = {};
    const paths = ranks.map((rank) => {
      const records = versioned(rank, events[rank] ?? [], {
        session_id: `s-${rank}`,
        job_id: job,
        rank,
        world_size: world,
        host: `node-${rank}`,
      });
      if (kind === 'sink') {
        files[`rank${rank}/segment-000001.jsonl`] = lines(records, '');
        return `rank${rank}`;
      }
      const name = kind === 'json' ? `rank${rank}.json` : `r${rank}/events.jsonl`;
      files[name] = kind === 'json' ? stringifyJson(records) : lines(records, '');
      return name;
    });
    if (other) {
      files['other.json'] = stringifyJson(versioned(9, events[0] ?? [], single('other')));
      paths.push('other.json');
    }
    return { paths, files };
  });

/** A timeline whose times count from zero. */
const timeline = fc
  .record({
    seconds: fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 5 }),
    counts: fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 5 }),
    reserved: fc.constantFrom('none', 'same', 'empty', 'text'),
    hint: fc.record(
      {
        rank: fc.constantFrom<JsonValue>(0, 1, '2', ' 1 ', null, true, -1, 'x'),
        local_rank: fc.constantFrom<JsonValue>(0, 1),
        world_size: fc.constantFrom<JsonValue>(2, 4, '3', 0),
      },
      { requiredKeys: [] },
    ),
    where: fc.constantFrom('payload', 'metadata', 'distributed_identity'),
  })
  .map(({ seconds, counts, reserved, hint, where }) => ({
    timestamps: seconds.map((s, index) => index * 1000 + s + 0.25),
    allocated: counts,
    ...(reserved === 'none'
      ? {}
      : { reserved: reserved === 'same' ? counts.map((n) => n + 1) : reserved === 'empty' ? [] : 'text' }),
    ...(where === 'payload' ? hint : { [where]: hint }),
  }));

const bundleManifest: fc.Arbitrary<string | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom('{', '[]', '{}'),
  fc
    .record({
      session_id: fc.constantFrom('bundle-a', ' ', ' padded '),
      session_status: fc.constantFrom('completed', 'running', ' Interrupted ', 'odd'),
      created_iso: fc.constantFrom(
        'YEAR-11-14T22:13:20Z',
        'YEAR-11-14T22:13:20.123456789+02:00',
        'YEAR-W46-2',
        'YEAR1114 2213',
      ),
    })
    .map((manifest) => stringifyJson(manifest)),
);

/**
 * Diagnose bundles: timelines with and without hints, manifests good and bad, below one folder or named one by one. Each
 * lies in a year of its own, because bundles without a job that overlap in time are one group here.
 */
export const timelineFolders: fc.Arbitrary<RunFolder> = fc
  .record({
    bundles: fc.array(fc.tuple(timeline, bundleManifest), { minLength: 1, maxLength: 3 }),
    folders: fc.shuffledSubarray(['rank3', 'a-local_rank1', 'worker', 'x_rank_02', 'prank4'], { minLength: 3 }),
    below: fc.boolean(),
  })
  .map(({ bundles, folders, below }) => {
    const files: { [name: string]: JsonValue } = {};
    const paths: string[] = [];
    for (const [index, [payload, manifest]] of bundles.entries()) {
      const folder = `run/${folders[index]}`;
      const year = 2020 + index;
      const start = Date.UTC(year, 10, 14, 22, 13, 20) / 1000;
      files[`${folder}/telemetry_timeline.json`] = stringifyJson({
        ...payload,
        timestamps: payload.timestamps.map((time) => start + time),
      });
      if (manifest !== null) files[`${folder}/manifest.json`] = manifest.replace('YEAR', String(year));
      paths.push(`${folder}/telemetry_timeline.json`);
    }
    return { paths: below ? ['run'] : paths, files };
  });

/** A folder with candidates at several depths beside files that are none. */
export const candidateFolder: fc.Arbitrary<RunFolder> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom(
          'events.json',
          'track.csv',
          'a/b/my_events.json',
          'a-b/track_1.csv',
          'a/x.track.json',
          'Events.json',
          'events.JSON',
          'events.txt',
          '.hidden_events.json',
        ),
        oneFile,
      ),
      { maxLength: 5 },
    ),
    fc.option(fc.tuple(samples, fc.option(summary))),
    fc.option(timeline),
  )
  .map(([given, sink, bundle]) => {
    const files: { [name: string]: JsonValue } = { 'run/readme': '' };
    for (const [index, [name, file]] of given.entries()) {
      const named = file.kind.startsWith('legacy')
        ? legacy(index, file.events)
        : versioned(index, file.events, single(file.session));
      files[`run/${name}`] = name.endsWith('.csv') ? csv(index, file.events, file.broken) : stringifyJson(named);
    }
    if (sink !== null) {
      const [events, listed] = sink;
      files['run/segment-000001.jsonl'] = lines(versioned(30, events, single('session-a')), '');
      // One process, one rank: sessions of a larger world without a job would be put together here.
      const sessions = listed === null ? [] : [{ ...listed, job_id: null, rank: 0, local_rank: 0, world_size: 1 }];
      if (listed !== null) files['run/manifest.json'] = stringifyJson({ schema_version: 2, sessions, segments: [] });
    }
    if (bundle !== null) files['run/z/rank0/telemetry_timeline.json'] = stringifyJson(bundle);
    return { paths: ['run'], files };
  });
