import { execFile } from 'node:child_process';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  followTelemetrySink,
  type LoadNotice,
  loadTelemetrySessions,
  readTelemetryEvents,
  SinkFollower,
  TelemetryFollower,
  TelemetrySink,
  telemetryEventLine,
} from '../src/index.ts';
import { sampleEvent, testFolder } from './sink-samples.ts';

const START = 1_700_000_000_000_000_000n;

function line(n: number): string {
  return `${telemetryEventLine(sampleEvent({ session: 's', at: START + BigInt(n), context: String(n) }))}\n`;
}

async function append(sink: TelemetrySink, ...numbers: readonly number[]): Promise<void> {
  for (const n of numbers) await sink.append(sampleEvent({ session: 's', at: START + BigInt(n), context: String(n) }));
}

/** What a look gives, each change as a word. */
async function look(follower: SinkFollower): Promise<string[]> {
  const seen: string[] = [];
  for await (const change of follower.readNew()) {
    if (change.kind === 'events') seen.push(...change.events.map((event) => String(event.context)));
    else if (change.kind === 'sessions') seen.push(change.sessions.map(({ status }) => status).join('+'));
    else seen.push(`${change.kind} ${change.path.slice(-7, -6)}`);
  }
  return seen;
}

describe('a sink that is written', () => {
  test('gives each record once, through rollover and the end of its session', async () => {
    const folder = await testFolder();
    const follower = new SinkFollower(join(folder, 'sink'));
    expect(await look(follower)).toEqual([]);

    const sink = await TelemetrySink.open(join(folder, 'sink'), { flushEveryEvents: 1, rolloverMaxEvents: 2 });
    await append(sink, 1);
    expect(await look(follower)).toEqual(['running', '1']);
    await append(sink, 2, 3, 4, 5);
    expect(await look(follower)).toEqual(['2', '3', '4', '5']);
    await sink.close();
    expect(await look(follower)).toEqual(['completed']);
    expect(await look(follower)).toEqual([]);
  });

  test('goes on with a new session when its writer has been started again', async () => {
    const folder = await testFolder();
    const follower = new SinkFollower(folder);
    const first = await TelemetrySink.open(folder, { flushEveryEvents: 1, lock: false });
    await append(first, 1);
    await look(follower);

    const second = await TelemetrySink.open(folder, { flushEveryEvents: 1, lock: false });
    await second.append({ ...sampleEvent({ session: 't', context: '2' }) });
    expect(await look(follower)).toEqual(['interrupted+running', '2']);
    await second.close();
  });

  test('tells which segments retention took', async () => {
    const folder = await testFolder();
    const follower = new SinkFollower(folder);
    const sink = await TelemetrySink.open(folder, { flushEveryEvents: 1, rolloverMaxEvents: 1, retentionMaxFiles: 2 });
    await append(sink, 1, 2);
    await look(follower);
    await append(sink, 3, 4);
    expect(await look(follower)).toEqual(['removed 1', 'removed 2', '3', '4']);
    await sink.close();
  });

  test('does not read a segment again that has been packed', async () => {
    const folder = await testFolder();
    const path = join(folder, 'segment-000001.jsonl');
    await writeFile(path, line(1) + line(2));
    const follower = new SinkFollower(folder);
    expect(await look(follower)).toEqual(['1', '2']);
    await writeFile(`${path}.gz`, gzipSync(await readFile(path)));
    await rm(path);
    expect(await look(follower)).toEqual([]);
    expect(await look(new SinkFollower(folder))).toEqual(['1', '2']);
  });

  test('is read line by line: half a line waits, a replaced file starts anew, a bad line is passed over', async () => {
    const folder = await testFolder();
    const path = join(folder, 'rank_1.jsonl');
    const notices: LoadNotice[] = [];
    const follower = new SinkFollower(path, { onNotice: (notice) => notices.push(notice) });
    await writeFile(path, line(1) + line(2).slice(0, 100));
    expect(await look(follower)).toEqual(['1']);
    await appendFile(path, `${line(2).slice(100)}{"no": "event"}\n`);
    expect(await look(follower)).toEqual(['2']);
    expect(notices).toEqual([expect.objectContaining({ code: 'line_skipped', line: 3, path })]);

    await writeFile(join(folder, 'new'), line(7));
    await rename(join(folder, 'new'), path);
    expect(await look(follower)).toEqual(['restarted 1', '7']);
    expect(notices).toHaveLength(1);
  });
});

describe('followTelemetrySink', () => {
  test('follows another process to the end of its recording', async () => {
    const folder = join(await testFolder(), 'sink');
    const program = `
      import { TelemetrySink } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
      const sink = await TelemetrySink.open(${JSON.stringify(folder)}, { flushEveryEvents: 7, rolloverMaxEvents: 50 });
      const event = JSON.parse(${JSON.stringify(line(0))});
      for (let n = 0; n < 400; n++) {
        await sink.append({ ...event, timestamp_ns: ${START}n + BigInt(n), context: String(n) });
        if (n % 40 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await sink.close();
    `;
    const script = join(await testFolder(), 'write.mjs');
    await writeFile(script, program);
    const args = ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx'), script];
    const writing = promisify(execFile)(process.execPath, args);

    const seen: string[] = [];
    for await (const change of followTelemetrySink(folder, { intervalMs: 5, untilEnded: true })) {
      if (change.kind === 'events') seen.push(...change.events.map((event) => String(event.context)));
      expect(change.kind).not.toBe('restarted');
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 400 }, (_, n) => String(n)));
  });

  test('ends with the reason of its signal, and when the loop is left', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'segment-000001.jsonl'), line(1));
    for await (const change of followTelemetrySink(folder)) {
      expect(change.kind).toBe('events');
      break;
    }
    const stop = new AbortController();
    const reason = new Error('enough');
    const following = (async () => {
      for await (const _ of followTelemetrySink(folder, { signal: stop.signal })) stop.abort(reason);
    })();
    await expect(following).rejects.toBe(reason);
  });

  test('refuses an interval that cannot be', async () => {
    await expect(followTelemetrySink('x', { intervalMs: 0 }).next()).rejects.toMatchObject({ argument: 'intervalMs' });
  });
});

describe('loading again and again', () => {
  test('answers what a fresh load answers, whatever has happened meanwhile', async () => {
    const folder = await testFolder();
    const follower = new TelemetryFollower();
    const sink = await TelemetrySink.open(folder, { flushEveryEvents: 1, rolloverMaxEvents: 3, retentionMaxFiles: 2 });
    for (let n = 1; n <= 12; n++) {
      await append(sink, n);
      expect(await follower.load(folder)).toEqual(await loadTelemetrySessions(folder));
    }
    await sink.close('interrupted');
    expect(await follower.load(folder)).toEqual(await loadTelemetrySessions(folder));
  });

  test('reads a document again only when it has changed, and reports it each time', async () => {
    const folder = await testFolder();
    const path = join(folder, 'events.json');
    await writeFile(path, `[${line(1)}]`);
    const follower = new TelemetryFollower();
    const reports: number[] = [];
    const load = () => follower.load(path, { onReport: ({ events }) => reports.push(events) });

    const [first] = await load();
    const [again] = await load();
    expect(again).toBe(first);
    await writeFile(path, `[${line(1)},${line(2)}]`);
    const [changed] = await load();
    expect(changed?.events).toHaveLength(2);
    expect(reports).toEqual([1, 1, 2]);
  });

  test('keeps no more events than it may, the latest ones', async () => {
    const folder = await testFolder();
    const path = join(folder, 'segment-000001.jsonl');
    const follower = new TelemetryFollower({ maxEvents: 3 });
    for (const numbers of [[1, 2], [3], [4, 5]]) {
      await appendFile(path, numbers.map(line).join(''));
      await follower.load(folder);
    }
    const [session] = await follower.load(folder);
    expect(session?.events.map((event) => event.context)).toEqual(['3', '4', '5']);
    expect(follower.eventsLeftBehind).toBe(2);
  });

  test('refuses what a load refuses', async () => {
    const folder = await testFolder();
    const follower = new TelemetryFollower();
    await expect(follower.load(join(folder, 'none.jsonl'))).rejects.toMatchObject({ code: 'file_missing' });
    await writeFile(join(folder, 'late.jsonl'), line(1));
    const events: string[] = [];
    for await (const event of readTelemetryEvents(join(folder, 'late.jsonl'))) events.push(String(event.context));
    const [session] = await follower.load(join(folder, 'late.jsonl'));
    expect(session?.events.map((event) => event.context)).toEqual(events);
  });
});
