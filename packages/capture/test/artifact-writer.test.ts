import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  CorrelationRecordEncoder,
  contextId,
  inferenceRecordLine,
  loadInferenceArtifact,
} from '@stormlog/correlation-events';
import { type StormlogError, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InferenceArtifactWriter } from '../src/index.ts';
import { anyEvent, artifactPath, FaultyDisk, iterations, writerContext } from './writer-samples.ts';

const text = (path: string): Promise<string> => readFile(path, 'utf8');
/** Flushes only when it is told to. */
const MANUAL = { flushEveryEvents: 1_000_000, flushEverySeconds: 1000 };

describe('what a writer writes', () => {
  it('is byte for byte what the codec writes, for events of every type', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 8 }), async (events) => {
        const path = await artifactPath();
        const codec = new CorrelationRecordEncoder();
        const expected = events.flatMap((event) => codec.encode(event)).map((row) => `${inferenceRecordLine(row)}\n`);

        await using writer = await InferenceArtifactWriter.open(path, { lock: false });
        const taken = events.map((event) => writer.append(event));
        await writer.close();

        expect(taken).toEqual(events.map(() => true));
        expect(await text(path)).toBe(expected.join(''));
      }),
      { numRuns: 150, seed: 6 },
    );
  });

  it('carries each context in full when asked to', async () => {
    const path = await artifactPath();
    const events = fc.sample(anyEvent, { seed: 61, numRuns: 60 });

    const writer = await InferenceArtifactWriter.open(path, { transport: 'embedded' });
    for (const event of events) writer.append(event);
    await writer.close();

    expect(await text(path)).toBe(events.map((event) => `${inferenceRecordLine(event)}\n`).join(''));
  });

  it('refers to contexts that the artifact defined before, by the id they have there', async () => {
    const path = await artifactPath();
    const definition = { schema_version: 4, event_type: 'infer.context', context_id: 'mine', context: writerContext() };
    await writeFile(path, `${inferenceRecordLine(definition)}\n`);

    const writer = await InferenceArtifactWriter.open(path);
    for (const event of iterations(2)) writer.append(event);
    await writer.close();

    expect((await text(path)).match(/"context_id": "mine"/g)).toHaveLength(3);
    expect(await loadInferenceArtifact(path)).toEqual(iterations(2));
  });

  it('adds the line end that a whole last line lacks', async () => {
    const path = await artifactPath();
    await writeFile(path, inferenceRecordLine(iterations(1)[0]!));

    const writer = await InferenceArtifactWriter.open(path);
    writer.append(iterations(2)[1]!);
    await writer.close();

    expect(await loadInferenceArtifact(path)).toEqual(iterations(2));
  });
});

describe('what a writer refuses to open', () => {
  it('is an artifact with a torn tail, which stays as it is', async () => {
    const path = await artifactPath();
    const torn = `${inferenceRecordLine(iterations(1)[0]!)}\n{"event_type": "infer.context", "sche`;
    await writeFile(path, torn);

    await expect(InferenceArtifactWriter.open(path)).rejects.toMatchObject({ code: 'artifact_torn', stage: 'open' });

    expect(await text(path)).toBe(torn);
    expect(await readdir(dirname(path))).toEqual(['engine.jsonl']);
  });

  it('is an artifact that another writer holds; the other goes on', async () => {
    const path = await artifactPath();
    const link = join(dirname(path), 'link.jsonl');
    await symlink(path, link);
    await using first = await InferenceArtifactWriter.open(path);

    await expect(InferenceArtifactWriter.open(link, { lockDeadlineMs: 10 })).rejects.toMatchObject({
      code: 'artifact_in_use',
    });

    first.append(iterations(1)[0]!);
    await first.close();
    expect(await loadInferenceArtifact(link)).toEqual(iterations(1));
  });

  it('is a folder, a compressed artifact, and options that cannot be', async () => {
    const path = await artifactPath();
    await mkdir(path);

    await expect(InferenceArtifactWriter.open(path)).rejects.toMatchObject({ name: 'ArtifactError' });
    await expect(InferenceArtifactWriter.open('a.jsonl.gz')).rejects.toMatchObject({ argument: 'path' });
    await expect(InferenceArtifactWriter.open(path, { maxBufferBytes: 0 })).rejects.toMatchObject({
      argument: 'maxBufferBytes',
    });
    expect(await readdir(dirname(path))).toEqual(['engine.jsonl']);
  });

  it('is an artifact whose ids stand for other contexts, event by event', async () => {
    const path = await artifactPath();
    const context = writerContext();
    const other = writerContext({ producer_id: 'other' });
    const definition = {
      schema_version: 4,
      event_type: 'infer.context',
      context_id: contextId(context),
      context: other,
    };
    await writeFile(path, `${inferenceRecordLine(definition)}\n`);
    const errors: StormlogError[] = [];

    const writer = await InferenceArtifactWriter.open(path, { onError: (error) => errors.push(error) });
    const taken = [...iterations(1, context), ...iterations(1, other)].map((event) => writer.append(event));
    await writer.close();

    expect(taken).toEqual([false, true]);
    expect(errors.map((error) => error.code)).toEqual(['identity_conflict']);
    expect(await loadInferenceArtifact(path)).toEqual(iterations(1, other));
  });
});

describe('memory', () => {
  it('is bounded: what finds no room is dropped and counted, and nothing else is lost', async () => {
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, maxBufferBytes: 4000 });

    const taken = iterations(50).filter((event) => writer.append(event));
    const { buffered_bytes, dropped_events, buffered_events } = writer.stats();
    await writer.close();

    expect(buffered_bytes).toBeLessThanOrEqual(4000);
    expect(dropped_events).toBe(50 - taken.length);
    expect(buffered_events).toBe(taken.length);
    expect(dropped_events).toBeGreaterThan(0);
    expect(await loadInferenceArtifact(path)).toEqual(taken);
  });

  it('is bounded by waiting, when the caller prefers that', async () => {
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, maxBufferBytes: 4000 });

    for (const event of iterations(300)) {
      expect(await writer.appendWhenRoom(event)).toBe(true);
      expect(writer.stats().buffered_bytes).toBeLessThanOrEqual(4000);
    }
    await writer.close();

    expect(writer.stats()).toMatchObject({ written_events: 300, dropped_events: 0 });
    expect(await loadInferenceArtifact(path)).toEqual(iterations(300));
  });

  it('is not waited for longer than the signal allows', async () => {
    const disk = new FaultyDisk();
    disk.room = 0;
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, maxBufferBytes: 2000, fileOperations: disk });
    while (writer.append(iterations(1)[0]!));

    const abort = new AbortController();
    const waiting = writer.appendWhenRoom(iterations(1)[0]!, { signal: abort.signal });
    abort.abort();

    expect(await waiting).toBe(false);
    await expect(writer.close()).rejects.toMatchObject({ systemCode: 'ENOSPC' });
  });

  it('is not waited for any more once the writer is closed', async () => {
    const disk = new FaultyDisk();
    disk.room = 0;
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, maxBufferBytes: 2000, fileOperations: disk });
    const taken = iterations(20).filter((event) => writer.append(event)).length;

    const waiting = [1, 2].map(() => writer.appendWhenRoom(iterations(1)[0]!));
    const closed = writer.close().catch((error: StormlogError) => error.code);

    expect(await Promise.all([...waiting, closed])).toEqual([false, false, 'file_unwritable']);
    expect(writer.stats()).toMatchObject({ dropped_events: 20, refused_events: 2, written_events: 0 });
    expect(taken).toBeGreaterThan(0);
  });

  it('never takes an event that is larger than all of it, nor an invalid one, and says so once', async () => {
    const path = await artifactPath();
    const errors: StormlogError[] = [];
    const writer = await InferenceArtifactWriter.open(path, {
      maxBufferBytes: 2000,
      onError: (error) => {
        errors.push(error);
        throw new Error('the listener fails too');
      },
    });
    const [event] = iterations(1);
    const large = { ...event!, metadata: { text: 'x'.repeat(3000) } };
    const unnamed = { ...event!, event_id: '' };

    const taken = [writer.append(large), writer.append(unnamed), writer.append(unnamed), writer.append(event!)];
    await writer.close();

    expect(taken).toEqual([false, false, false, true]);
    expect(writer.append(event!)).toBe(false);
    expect(errors.map((error) => error.code)).toEqual(['argument_invalid', 'field_invalid']);
    expect(writer.stats()).toMatchObject({ written_events: 1, refused_events: 4, dropped_events: 0 });
  });
});

describe('flushing', () => {
  it('happens by number of events and by time, without being asked', async () => {
    const path = await artifactPath();
    await using byCount = await InferenceArtifactWriter.open(path, { ...MANUAL, flushEveryEvents: 3 });
    for (const event of iterations(3)) byCount.append(event);
    await expect.poll(() => byCount.stats().written_events, { timeout: 20_000 }).toBe(3);

    const other = await artifactPath();
    await using byTime = await InferenceArtifactWriter.open(other, { ...MANUAL, flushEverySeconds: 0.01 });
    byTime.append(iterations(1)[0]!);
    await expect.poll(() => byTime.stats().written_events, { timeout: 20_000 }).toBe(1);
    expect(await loadInferenceArtifact(other)).toEqual(iterations(1));
  });

  it.each([
    ['exit', { status: 0, signal: null }],
    ['term', { status: null, signal: 'SIGTERM' }],
    ['shared', { status: 0, signal: null }],
  ])('does not keep the process alive, and happens before it ends when asked to (%s)', async (how, outcome) => {
    const path = await artifactPath();

    expect(runWorker(how, path)).toEqual(outcome);

    expect(await loadInferenceArtifact(path)).toHaveLength(5);
    expect(await loadInferenceArtifact(`${path}.other`)).toHaveLength(5);
  });
});

describe('a full or failing disk', () => {
  it('is reported once, leaves whole lines only, and writing goes on when there is room again', async () => {
    const disk = new FaultyDisk();
    const path = await artifactPath();
    const errors: StormlogError[] = [];
    const writer = await InferenceArtifactWriter.open(path, {
      ...MANUAL,
      fileOperations: disk,
      onError: (error) => errors.push(error),
    });
    const events = iterations(40);
    for (const event of events.slice(0, 10)) writer.append(event);
    await writer.flush();
    const before = await text(path);
    disk.room = 100;
    for (const event of events.slice(10)) writer.append(event);

    await expect(writer.flush()).rejects.toMatchObject({ code: 'file_unwritable', systemCode: 'ENOSPC' });
    await expect(writer.flush()).rejects.toMatchObject({ systemCode: 'ENOSPC' });
    const during = writer.stats();
    expect(await text(path)).toBe(before);

    disk.room = Number.POSITIVE_INFINITY;
    await writer.close();
    expect(errors.map((error) => error.code)).toEqual(['file_unwritable']);
    expect(during).toMatchObject({ buffered_events: 30, flush_failures: 2, consecutive_flush_failures: 2 });
    expect(writer.stats()).toMatchObject({ written_events: 40, buffered_events: 0, consecutive_flush_failures: 0 });
    expect(await loadInferenceArtifact(path)).toEqual(events);
  });

  it('keeps chunks that arrived as a whole before it was full', async () => {
    const disk = new FaultyDisk();
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, fileOperations: disk });
    const events = iterations(2500);
    for (const event of events) writer.append(event);
    disk.room = 400_000;

    await expect(writer.flush()).rejects.toMatchObject({ systemCode: 'ENOSPC' });

    const kept = await loadInferenceArtifact(path);
    expect(kept.length).toBe(writer.stats().written_events);
    expect(kept.length).toBeGreaterThan(0);
    disk.room = Number.POSITIVE_INFINITY;
    await writer.close();
    expect(await loadInferenceArtifact(path)).toEqual(events);
  });

  it('that cannot even cut off a half line has it overwritten by the next attempt', async () => {
    const disk = new FaultyDisk();
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, fileOperations: disk });
    for (const event of iterations(5)) writer.append(event);
    disk.room = 100;
    disk.failTruncate = true;

    await expect(writer.flush()).rejects.toMatchObject({ systemCode: 'ENOSPC' });
    disk.room = Number.POSITIVE_INFINITY;
    await expect(writer.flush()).rejects.toMatchObject({ systemCode: 'EIO' });
    disk.failTruncate = false;
    await writer.close();

    expect(await loadInferenceArtifact(path)).toEqual(iterations(5));
  });

  it('that cannot sync has nothing counted as written, and gets all of it again', async () => {
    const disk = new FaultyDisk();
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, fileOperations: disk, sync: 'flush' });
    for (const event of iterations(5)) writer.append(event);
    disk.failSync = true;

    await expect(writer.flush()).rejects.toMatchObject({ code: 'file_unwritable', stage: 'sync' });
    const during = writer.stats();
    disk.failSync = false;
    await writer.close();

    expect(during).toMatchObject({ written_events: 0, buffered_events: 5 });
    expect(await loadInferenceArtifact(path)).toEqual(iterations(5));
  });

  it('at close is the last attempt: what remains is dropped, and the artifact is let go', async () => {
    const disk = new FaultyDisk();
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, fileOperations: disk });
    for (const event of iterations(5)) writer.append(event);
    disk.room = 0;

    await expect(writer.close()).rejects.toMatchObject({ systemCode: 'ENOSPC' });
    await expect(writer.close()).rejects.toMatchObject({ systemCode: 'ENOSPC' });

    expect(writer.stats()).toMatchObject({ written_events: 0, dropped_events: 5, buffered_events: 0 });
    expect(await readdir(dirname(path))).toEqual(['engine.jsonl']);
    await (await InferenceArtifactWriter.open(path)).close();
  });
});

describe('rotation', () => {
  it('gives full files numbers, never one that is taken, and every file stands by itself', async () => {
    const path = await artifactPath();
    await writeFile(join(dirname(path), 'engine.7.jsonl'), '');
    const events = iterations(60);
    const writer = await InferenceArtifactWriter.open(path, { ...MANUAL, rotateBytes: 6000 });

    for (const event of events) writer.append(event);
    await writer.close();

    const names = (await readdir(dirname(path))).sort();
    const read = [];
    for (const name of [...names.filter((name) => /\.\d+\./.test(name)), 'engine.jsonl']) {
      read.push(...(await loadInferenceArtifact(join(dirname(path), name))));
    }
    expect(names).toContain('engine.8.jsonl');
    expect(writer.stats().rotations).toBe(names.length - 2);
    expect(stringifyJson(read)).toBe(stringifyJson(events));
  });

  it('that fails is reported, and the file goes on growing', async () => {
    const disk = new FaultyDisk();
    disk.failRename = true;
    const path = await artifactPath();
    const errors: StormlogError[] = [];
    const writer = await InferenceArtifactWriter.open(path, {
      ...MANUAL,
      rotateBytes: 2000,
      fileOperations: disk,
      onError: (error) => errors.push(error),
    });

    for (const event of iterations(30)) writer.append(event);
    await writer.close();

    expect(errors[0]).toMatchObject({ code: 'file_unwritable', stage: 'rotate', systemCode: 'EACCES' });
    expect(writer.stats().rotations).toBe(0);
    expect(await loadInferenceArtifact(path)).toEqual(iterations(30));
  });
});

describe('a lock that was taken over', () => {
  it('ends the writing: nothing is added to an artifact that is another writer’s now', async () => {
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path, MANUAL);
    writer.append(iterations(1)[0]!);
    await writeFile(`${path}.lock`, '{"format":"stormlog.lock","token":"other","host":"elsewhere","pid":1}\n');
    await appendFile(path, '');

    await expect(writer.close()).rejects.toMatchObject({ code: 'lock_lost' });

    expect(await text(path)).toBe('');
  });
});

function runWorker(how: string, path: string) {
  const worker = join(import.meta.dirname, 'writer-worker.ts');
  const { status, signal } = spawnSync(
    process.execPath,
    ['--conditions=@stormlog/source', '--import', 'tsx', worker, how, path],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return { status, signal };
}
