import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInferenceEvent, loadInferenceArtifact } from '@stormlog/correlation-events';
import type { StormlogError } from '@stormlog/records';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InferenceArtifactWriter, repairInferenceArtifact } from '../src/index.ts';
import { artifactPath, iterations } from './writer-samples.ts';

// The calls that change the disk. One thread of the pool makes them, so that their numbers are the same in every run.
const CALLS = ['pwrite64', 'fsync', 'fdatasync', 'rename', 'ftruncate'] as const;
const WORKER = ['--conditions=@stormlog/source', '--import', 'tsx', join(import.meta.dirname, 'kill-worker.ts')];

async function traced(inject: readonly string[]) {
  const path = await artifactPath();
  const log = `${path}.strace`;
  const args = ['-f', '-qq', '-o', log, '-e', `trace=${CALLS.join(',')}`, ...inject, process.execPath, ...WORKER, path];
  const child = spawn('strace', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1', TSX_DISABLE_CACHE: '1' },
  });
  let stdout = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  await once(child, 'close');
  return { path, log, acknowledged: Number(stdout.trim().split('\n').at(-1)) };
}

/** The event ids of all files of a writer, the full ones first. */
async function allEvents(path: string): Promise<string[]> {
  const numbers = (await readdir(dirname(path)))
    .map((name) => /^engine\.(\d+)\.jsonl$/.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .sort((a, b) => Number(a) - Number(b));
  const files = [...numbers.map((number) => path.replace(/jsonl$/, `${number}.jsonl`)), path];
  const ids: string[] = [];
  for (const file of files) {
    // Killed between the name of the full file and the new one, there is none.
    const records = await loadInferenceArtifact(file).catch((error: StormlogError) =>
      error.code === 'file_missing' ? [] : Promise.reject(error),
    );
    for (const record of records) if (isInferenceEvent(record)) ids.push(record.event_id);
  }
  return ids;
}

const upTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `it-${index + 1}`);

describe('a writer', () => {
  it('that is killed at any of its calls leaves what it had acknowledged, in order, and nothing twice', async () => {
    const whole = await traced([]);
    const made = execFileSync('cat', [whole.log], { encoding: 'utf8' });
    expect(await allEvents(whole.path)).toEqual(upTo(24));
    expect(whole.acknowledged).toBe(24);

    let runs = 0;
    for (const call of CALLS) {
      const count = made.split('\n').filter((line) => line.includes(` ${call}(`)).length;
      for (let at = 1; at <= count; at++) {
        const { path, acknowledged } = await traced(['-e', `inject=${call}:signal=SIGKILL:when=${at}`]);
        const ids = await allEvents(path);
        expect(ids).toEqual(upTo(ids.length));
        expect(ids.length).toBeGreaterThanOrEqual(acknowledged || 0);
        runs++;
      }
    }
    expect(runs).toBeGreaterThan(8);
  });

  it('whose calls fail once loses nothing: the next attempt does it', async () => {
    for (const [call, fault] of [
      ['pwrite64', 'ENOSPC'],
      ['pwrite64', 'EIO'],
      ['fsync', 'EIO'],
      ['rename', 'EACCES'],
    ]) {
      const { path, acknowledged } = await traced(['-e', `inject=${call}:error=${fault}:when=2`]);

      expect(await allEvents(path)).toEqual(upTo(24));
      expect(acknowledged).toBe(24);
    }
  });

  it('on a full disk says so, keeps whole lines, and goes on when there is room again', async (context) => {
    const path = await artifactPath();
    const folder = dirname(path);
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status !== 0) context.skip(`mounting is not allowed here: ${stderr.trim()}`);
    onTestFinished(() => void execFileSync('umount', [folder]));
    await writeFile(join(folder, 'ballast'), Buffer.alloc(150_000));
    const errors: StormlogError[] = [];
    const writer = await InferenceArtifactWriter.open(path, {
      flushEverySeconds: 0.01,
      onError: (error) => errors.push(error),
    });
    const events = iterations(500);

    for (const event of events) writer.append(event);
    await expect.poll(() => writer.stats().consecutive_flush_failures, { timeout: 20_000 }).toBeGreaterThan(2);
    // A try may be on its way, whose bytes are cut off again once the disk has refused the rest.
    const whole = () => loadInferenceArtifact(path).then(({ length }) => length, String);
    await expect.poll(whole, { timeout: 20_000 }).toBe(writer.stats().written_events);
    expect(writer.stats().written_events).toBeLessThan(500);

    await rm(join(folder, 'ballast'));
    await expect.poll(() => writer.stats().written_events, { timeout: 20_000 }).toBe(500);
    await writer.close();
    expect(errors.map((error) => error.code)).toEqual(['file_unwritable']);
    expect(errors[0]).toMatchObject({ systemCode: 'ENOSPC' });
    expect(await loadInferenceArtifact(path)).toEqual(events);
  });

  it('goes on with a torn artifact once its tail has been set aside', async () => {
    const path = await artifactPath();
    const first = await InferenceArtifactWriter.open(path);
    for (const event of iterations(3)) first.append(event);
    await first.close();
    await appendFile(path, '{"context_id": "ctx-1", "event_');

    await expect(InferenceArtifactWriter.open(path)).rejects.toMatchObject({ code: 'artifact_torn' });
    await repairInferenceArtifact(path);
    const second = await InferenceArtifactWriter.open(path);
    second.append(iterations(4)[3]!);
    await second.close();

    expect(await loadInferenceArtifact(path)).toEqual(iterations(4));
  });
});
