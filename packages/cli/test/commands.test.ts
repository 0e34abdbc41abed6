import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runCommand } from '@stormlog/cli';
import { parseJson } from '@stormlog/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MemoryIoOptions, memoryIo } from './memory-io.ts';

const RUN = join(import.meta.dirname, '..', '..', '..', 'samples', 'run');
const REPORTS = join(import.meta.dirname, 'fixtures', 'reports');
const FOUR_RANKS = join(REPORTS, 'r01-torn-inside-a-character');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stormlog commands '));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function run(argv: readonly string[], options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const exitCode = await runCommand(argv, io);
  return { exitCode, out: io.out(), err: io.err() };
}

describe('the command line itself', () => {
  test('nothing at all shows the help on stderr and is a usage error', async () => {
    const { exitCode, out, err } = await run([]);
    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('stormlog diagnose run/');
  });

  test('help is output, of every command and of one', async () => {
    const overview = await run(['help']);
    const page = await run(['diagnose', '--help']);
    expect(overview).toMatchObject({ exitCode: 0, err: '' });
    for (const command of ['diagnose', 'sessions', 'validate']) expect(overview.out).toContain(`  ${command} `);
    expect(page.out).toContain('--fail-on SEVERITY');
    expect((await run(['help', 'diagnose'])).out).toBe(page.out);
    for (const line of `${overview.out}${page.out}`.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('the version is that of the package', async () => {
    const manifest = JSON.parse(await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8'));
    for (const word of ['--version', '-V', 'version']) {
      expect(await run([word])).toMatchObject({ exitCode: 0, out: `stormlog ${manifest.version}\n` });
    }
  });

  test.each([
    [['diagnoze', 'run'], 'Did you mean stormlog diagnose?'],
    [['diagnose', '--fail-onn', 'critical', 'run'], 'Did you mean --fail-on?'],
    [['diagnose'], 'Try stormlog diagnose run/'],
    [['sessions'], 'Try stormlog sessions run/'],
    [['diagnose', '', RUN], 'variable of the shell'],
    [['validate', ''], 'variable of the shell'],
    [['validate'], 'Try stormlog validate'],
    [['--json', 'diagnose', 'run'], 'Try stormlog diagnose --json run'],
    [['diagnose', '--timelines', 'run'], 'give --json too'],
    [['diagnose', '--ranks', '3-1', 'run'], '3-1'],
    [['diagnose', '--ranks', 'x', 'run'], 'x'],
    [['validate', '--limit', '-1', 'run'], '--limit'],
  ])('%j is a usage error that says what to type', async (argv, hint) => {
    const { exitCode, out, err } = await run(argv);
    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(hint);
    expect(err).toContain('stormlog help');
  });

  test('words of the command line cannot inject control codes either', async () => {
    const { err } = await run(['\u001b[31m\u202e']);
    expect(err).toContain('\\x1b[31m\\u202e');
    expect(err).not.toContain('\u001b');
  });
});

describe('diagnose', () => {
  test('the sample run: who is there, who is missing, who did not finish, who grew', async () => {
    const { exitCode, out } = await run(['diagnose', RUN]);
    expect(exitCode).toBe(0);
    expect(out).toContain('4 of 5 ranks present, missing: 4');
    expect(out).toMatch(/^ +3 {2}running +20:10:26\.962 +373\.2 ms/m);
    expect(out).toMatch(/^ +4 {2}MISSING +never seen$/m);
    const text = out.replaceAll(/\s+/g, ' ');
    expect(text).toContain('CRITICAL missing: 4');
    expect(text).toContain(
      'CRITICAL rank 3 stopped without completing (session still "running") 373 ms before its peers',
    );
    expect(text).toMatch(
      /WARNING rank 2 grows unlike its peers: allocated memory \+13\.\d MiB\/s, \+3\.\d MiB per "epoch # \/ backward"/,
    );
    expect(text).toMatch(
      /WARNING rank 1 spiked: allocated memory rose by 228\.\d MiB to 299\.4 MiB for 253 ms in epoch 1/,
    );
    expect(out.split('\n').length).toBeLessThanOrEqual(45);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('the sample run as folders one by one gives the figures that the Python package gives', async () => {
    const { out } = await run(['diagnose', '--json', ...[0, 1, 2, 3].map((rank) => join(RUN, `rank${rank}`))]);
    const { model, ranks } = JSON.parse(out);
    expect(model.missing_ranks).toEqual([4]);
    expect(model.rows.map((row: { samples: number }) => row.samples)).toEqual([104, 125, 107, 100, 0]);
    expect(model.rows.map((row: { allocated_delta_bytes: number }) => row.allocated_delta_bytes)).toEqual([
      20463616,
      23334912,
      101912576,
      23293952,
      null,
    ]);
    expect(ranks[3]).toMatchObject({ session_status: 'running', before_peers_ns: 373211904, pid: 22011 });
  });

  test('the same inputs give the same bytes', async () => {
    const first = await run(['diagnose', '--json', '--timelines', RUN]);
    const second = await run(['diagnose', '--json', '--timelines', RUN]);
    expect(second.out).toBe(first.out);
  });

  test('timelines only on demand, events never, nanoseconds exact and bare or quoted', async () => {
    const plain = await run(['diagnose', '--json', RUN]);
    const full = await run(['diagnose', '--json', '--timelines', '--ns-as-string', RUN]);
    expect(plain.out).not.toContain('per_rank_timelines');
    expect(plain.out).not.toContain('"events": [');
    expect(plain.out).toContain('"last_seen_ns": 1796069426962705408');
    const { model } = JSON.parse(full.out);
    expect(model.per_rank_timelines['3'].timestamps_ns).toHaveLength(100);
    expect(model.per_rank_timelines['3'].timestamps_ns.at(-1)).toMatch(/^17960694\d{11}$/);
    expect(full.out).toContain('"last_seen_ns": "1796069426962705408"');
  });

  test.each([
    [undefined, 0],
    ['critical', 3],
    ['warning', 3],
  ])('--fail-on %s with a missing rank exits with %i', async (severity, code) => {
    const options = severity === undefined ? [] : ['--fail-on', severity];
    expect((await run(['diagnose', RUN, ...options])).exitCode).toBe(code);
  });

  test('--fail-on counts what the report calls critical, though no alert says so', async () => {
    const paths = [0, 1, 2, 3].map((rank) => join(FOUR_RANKS, `rank_${rank}.jsonl`));
    const { out, exitCode } = await run(['diagnose', ...paths, '--fail-on', 'critical']);
    expect(out).toMatch(/CRITICAL {2}rank \d stopped/);
    expect(out).toContain('none missing');
    expect(exitCode).toBe(3);
  });

  test('what the report calls a warning fails on warning, not on critical', async () => {
    const growing = ['rank0', 'rank1', 'rank2'].map((name) => join(RUN, name));
    const shown = await run(['diagnose', ...growing, '--ranks', '0-2', '--fail-on', 'critical']);
    expect(shown.out).toContain('WARNING  rank 2 grows unlike its peers');
    expect(shown.out).not.toContain('CRITICAL');
    expect(shown.exitCode).toBe(0);
    expect((await run(['diagnose', ...growing, '--ranks', '0-2', '--fail-on', 'warning'])).exitCode).toBe(3);
  });

  test('a filter shows those ranks only, says so, and may name a missing one', async () => {
    const { out } = await run(['diagnose', RUN, '--ranks', '3-4']);
    expect(out).toContain('only ranks 3, 4: 1 of 2 ranks present, missing: 4');
    expect(out).not.toMatch(/^ +0 {2}/m);
    const none = await run(['diagnose', RUN, '--ranks', '9']);
    expect(none.exitCode).toBe(2);
    expect(none.err).toContain('0 to 4');
  });

  test('a session or job that is not there is a usage error that names those that are', async () => {
    const session = await run(['diagnose', RUN, '--session', 'nope']);
    const job = await run(['diagnose', RUN, '--job', 'nope']);
    expect(session.exitCode).toBe(2);
    expect(session.err).toContain('857ac62e-75f8-4038-8349-4e3cb1393a98');
    expect(job.exitCode).toBe(2);
    expect(job.err).toContain('numpy-train-7');
  });

  test('a rank that is only in another session is said to be there', async () => {
    const { out } = await run(['diagnose', RUN, '--session', '857ac62e-75f8-4038-8349-4e3cb1393a98']);
    expect(out).toContain('seen in another session');
    expect(out).toMatch(/^ +0 {2}MISSING +in another session$/m);
  });

  test('bad inputs are named, good ones diagnosed', async () => {
    const bad = join(folder, 'bad');
    await mkdir(bad);
    await writeFile(join(bad, 'torn.json'), '{"events": [');
    await writeFile(join(bad, 'notes.txt'), 'hello');
    await mkdir(join(bad, 'hollow'));
    await symlink(join(bad, 'loop'), join(bad, 'loop'));
    const { exitCode, out, err } = await run([
      'diagnose',
      join(bad, 'not-there.jsonl'),
      join(bad, 'torn.json'),
      join(bad, 'notes.txt'),
      join(bad, 'hollow'),
      join(bad, 'loop'),
      '/dev/null',
      join(FOUR_RANKS, 'rank_0.jsonl'),
    ]);
    expect(exitCode).toBe(0);
    expect(out).toContain('1 of 4 ranks present');
    for (const name of ['not-there.jsonl', 'torn.json', 'notes.txt', 'hollow', 'loop', '/dev/null']) {
      expect(err.replaceAll(/\n\s+/g, ' ')).toContain(name);
    }
    expect(err).toContain('→');
  });

  test('no usable input: a sentence, no report, 5; with --json a document all the same', async () => {
    const text = await run(['diagnose', join(folder, 'not-there')]);
    expect(text).toMatchObject({ exitCode: 5, out: '' });
    expect(text.err).toContain('nothing to diagnose');
    const json = await run(['diagnose', '--json', join(folder, 'not-there')]);
    expect(json.exitCode).toBe(5);
    expect(JSON.parse(json.out).load.warnings[0].code).toBe('path_missing');
  });

  test('--strict refuses what is skipped otherwise, and exits with 5', async () => {
    const path = join(REPORTS, 'r03-append-after-torn-record');
    const lenient = await run(['diagnose', '--json', path]);
    const strict = await run(['diagnose', '--json', path, '--strict']);
    expect(lenient.exitCode).toBe(0);
    expect(strict.exitCode).toBe(5);
    expect(JSON.parse(lenient.out).model.present_ranks).toContain(0);
    expect(JSON.parse(strict.out).model.present_ranks).not.toContain(0);
  });

  test('--strict has nothing against a torn last line or sound inputs', async () => {
    expect((await run(['diagnose', RUN, '--strict'])).exitCode).toBe(0);
    const torn = join(REPORTS, 'r01-torn-inside-a-character', 'rank_1.jsonl');
    expect((await run(['diagnose', torn, '--strict'])).exitCode).toBe(0);
  });

  test('standard input, packed or not, and packed files read like files', async () => {
    const bytes = await readFile(join(FOUR_RANKS, 'rank_0.jsonl'));
    const packed = join(folder, 'rank_0.jsonl.gz');
    await writeFile(packed, gzipSync(bytes));
    const rows = async (argv: string[], stdin?: Uint8Array) => {
      const { out } = await run(['diagnose', '--json', ...argv], { stdin });
      return JSON.parse(out).model.rows;
    };
    const expected = await rows([join(FOUR_RANKS, 'rank_0.jsonl')]);
    expect(expected[0].samples).toBe(4);
    expect(await rows([packed])).toEqual(expected);
    expect(await rows(['-'], bytes)).toEqual(expected);
    expect(await rows(['-'], gzipSync(bytes))).toEqual(expected);
    expect(await rows(['-', '-'], bytes)).toEqual(expected);
  });

  test('damaged gzip on standard input is a warning', async () => {
    const bytes = gzipSync(await readFile(join(FOUR_RANKS, 'rank_0.jsonl'))).subarray(0, 200);
    const { exitCode, err } = await run(['diagnose', '-'], { stdin: bytes });
    expect(exitCode).toBe(5);
    expect(err).toContain('gzip');
  });

  test('quoted patterns are expanded', async () => {
    const { out } = await run(['diagnose', '--json', join(FOUR_RANKS, 'rank_[13].json*')]);
    expect(JSON.parse(out).model.present_ranks).toEqual([1, 3]);
  });

  test('an interrupt while reading is 130', async () => {
    const { exitCode, out, err } = await run(['diagnose', RUN], {
      signal: AbortSignal.abort(new Error('interrupted')),
    });
    expect(exitCode).toBe(130);
    expect(out).toBe('');
    expect(err).toBe('interrupted\n');
  });

  test('colour and progress only on a terminal, never with NO_COLOR or --no-color', async () => {
    const colour = /\u001b\[/;
    const terminal = { terminal: true, columns: 120 };
    expect((await run(['diagnose', RUN])).out).not.toMatch(colour);
    const coloured = await run(['diagnose', RUN], terminal);
    expect(coloured.out).toMatch(colour);
    expect((await run(['diagnose', RUN, '--no-color'], terminal)).out).not.toMatch(colour);
    expect((await run(['diagnose', RUN], { ...terminal, env: { NO_COLOR: '1' } })).out).not.toMatch(colour);
    expect((await run(['diagnose', RUN], { ...terminal, env: { NO_COLOR: '' } })).out).toMatch(colour);
    const bare = coloured.out.replaceAll(/\u001b\[[\d;]*m/g, '');
    expect(bare).toContain('CRITICAL  missing: 4');
  });

  test('a wider terminal shows more columns', async () => {
    const narrow = await run(['diagnose', RUN], { terminal: true, columns: 80 });
    const wide = await run(['diagnose', RUN], { terminal: true, columns: 140 });
    expect(narrow.out).not.toContain('DEVICE');
    expect(wide.out).toContain('DEVICE');
  });
});

describe('sessions', () => {
  test('lists them in order of selection and marks the one that is selected', async () => {
    const { exitCode, out } = await run(['sessions', RUN]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^→ legacy-[0-9a-f-]{36}$/m);
    expect(out).toMatch(/selected: legacy-[0-9a-f-]{36} /);
    expect(out).toMatch(/running · rank 3 of 5 · 320 events/);
  });

  test('what is selected is what diagnose uses', async () => {
    const listed = JSON.parse((await run(['sessions', '--json', RUN])).out);
    const diagnosed = JSON.parse((await run(['diagnose', '--json', RUN])).out);
    expect(listed.selected_session_id).toBe(diagnosed.load.selected_session_id);
    expect(listed.sessions.filter((session: { selected: boolean }) => session.selected)).toHaveLength(1);
  });

  test('an end before the start gives no duration, and a sentence', async () => {
    const path = join(REPORTS, 'r47-clocks-apart-and-ends-before-starts');
    const { sessions } = JSON.parse((await run(['sessions', '--json', path])).out);
    for (const session of sessions) {
      if (session.ended_at_ns < session.started_at_ns) expect(session.duration_ns).toBeNull();
    }
    expect((await run(['sessions', path])).out).toContain('an end before the start');
  });

  test('the attempts of a restarted job are told apart', async () => {
    const { out } = await run(['sessions', join(REPORTS, 'r51-restarted-job')]);
    expect(out).toContain('attempt 1 of 2');
    expect(out).toContain('attempt 2 of 2');
  });

  test('no session at all is 5', async () => {
    const { exitCode, err } = await run(['sessions', join(folder, 'not-there')]);
    expect(exitCode).toBe(5);
    expect(err).toContain('no session was found');
  });
});

describe('validate', () => {
  test('sound files are 0', async () => {
    const { exitCode, out } = await run(['validate', RUN]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^\d+ files, [\d,]+ records: all valid\n$/);
  });

  test('every fault stands on a line of its own, then the counts', async () => {
    const path = join(REPORTS, 'r13-blank-sentinels', 'rank_0.jsonl');
    const { exitCode, out } = await run(['validate', path]);
    expect(exitCode).toBe(5);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => /\.jsonl:(\d+): (\w+)/.exec(line)?.slice(1))).toEqual([
      ['3', 'device_used_bytes'],
      ['5', 'device_used_bytes'],
      ['6', 'device_used_bytes'],
      undefined,
    ]);
    expect(lines[0]).toContain('9223372036854775794');
    expect(lines.at(-1)).toMatch(/^1 file, \d+ records: 3 faults \(3 invalid records, 1 file affected\)$/);
  });

  test('the limit is for listing, not for counting', async () => {
    const path = join(REPORTS, 'r31-broken-lines-of-every-kind', 'rank_0.jsonl');
    const { exitCode, out } = await run(['validate', '--limit', '2', path]);
    expect(exitCode).toBe(5);
    expect(out.match(/rank_0\.jsonl:\d+:/g)).toHaveLength(2);
    expect(out).toContain('… and 6 more faults');
    const json = JSON.parse((await run(['validate', '--json', '--limit', '0', path])).out);
    expect(json).toMatchObject({ valid: false, fault_count: 8, invalid_records: 8, faults: [] });
  });

  test('a file that is not there, a folder without telemetry and standard input', async () => {
    const missing = await run(['validate', join(folder, 'nope.jsonl')]);
    expect(missing.exitCode).toBe(5);
    expect(missing.out).toContain('nope.jsonl');
    await mkdir(join(folder, 'vacant'));
    const vacant = await run(['validate', join(folder, 'vacant')]);
    expect(vacant.exitCode).toBe(5);
    expect(vacant.err).toContain('no telemetry file');
    const stdin = await run(['validate', '-'], { stdin: '{"schema_version": 9}\n' });
    expect(stdin.exitCode).toBe(5);
    expect(stdin.out).toMatch(/^-:1: schema_version must be 2, 3 or 4, found 9$/m);
  });

  test('a fault names integers to the last digit in JSON too', async () => {
    const path = join(REPORTS, 'r13-blank-sentinels', 'rank_0.jsonl');
    const document = parseJson((await run(['validate', '--json', path])).out);
    expect(document).toMatchObject({
      faults: [{ line: 3, field: 'device_used_bytes', found: '9223372036854775794' }, { line: 5 }, { line: 6 }],
    });
  });

  test('copied files keep what they were', async () => {
    const copy = join(folder, 'copy');
    await cp(FOUR_RANKS, copy, { recursive: true });
    const before = await readFile(join(copy, 'rank_1.jsonl'));
    await run(['validate', copy]);
    expect(await readFile(join(copy, 'rank_1.jsonl'))).toEqual(before);
  });
});

describe('a page', () => {
  test('is written besides the report, and the file is named on stderr', async () => {
    const file = join(folder, 'report.html');
    const plain = await run(['diagnose', FOUR_RANKS]);
    const { exitCode, out, err } = await run(['diagnose', FOUR_RANKS, '--html', file]);
    const page = await readFile(file, 'utf8');

    expect(exitCode).toBe(plain.exitCode);
    expect(out).toBe(plain.out);
    expect(err).toMatch(/wrote .*report\.html \(0\.\d MiB\)/);
    expect(page).toMatch(/^<!DOCTYPE html>/);
    expect(page).toContain('<h1>Job job-7</h1>');
  });

  test('goes with a JSON document, too', async () => {
    const { out } = await run(['diagnose', FOUR_RANKS, '--json', '--html', join(folder, 'with-json.html')]);

    expect(parseJson(out)).toMatchObject({ format: 'stormlog.diagnose' });
    expect(await readFile(join(folder, 'with-json.html'), 'utf8')).toContain('What happened first');
  });

  test('never takes the place of an input whose name was meant for something else', async () => {
    const { exitCode, err } = await run(['diagnose', '--html', join(FOUR_RANKS, 'rank_0.jsonl'), FOUR_RANKS]);

    expect(exitCode).toBe(2);
    expect(err).toContain('needs a file that ends in .html');
  });

  test('is not written when there is nothing to diagnose', async () => {
    const empty = join(folder, 'nothing-to-show');
    await mkdir(empty);
    const { exitCode } = await run(['diagnose', empty, '--html', join(folder, 'nothing.html')]);

    expect(exitCode).toBe(5);
    await expect(readFile(join(folder, 'nothing.html'))).rejects.toThrow('ENOENT');
  });

  test('that cannot be written is an error of the command', async () => {
    const { exitCode, err } = await run(['diagnose', FOUR_RANKS, '--html', join(folder, 'no', 'such', 'report.html')]);

    expect(exitCode).toBe(1);
    expect(err).toContain('report.html');
  });
});
