import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadInferenceArtifact, resolveInferenceEvents } from '@stormlog/correlation-events';
import { readRunEnvelope } from '@stormlog/run-catalog/envelope';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { artifactText, temporaryFolder } from './capture-samples.ts';
import {
  appendTo,
  layOut,
  statesOf,
  type TracedAppend,
  traceAppend,
  WORKER,
  WORKER_ENVIRONMENT,
} from './traced-append.ts';

// Every call that opens, changes, closes, names or removes something on disk; reading calls change nothing.
const CALLS = ['openat', 'write', 'pwrite64', 'fsync', 'close', 'chown', 'chmod', 'rename', 'unlink'] as const;
type Call = (typeof CALLS)[number];
/** `write` and `close` are made by Node for its own ends too, and failing those ends the process. */
const FAILING = CALLS.filter((call) => call !== 'write' && call !== 'close');
/** `pnpm campaign` tries every call; the tests take one in the middle and the last of each kind. */
const ALL = process.env['STORMLOG_ALL_FAULTS'] !== undefined;
const AT_ONCE = 3;

let counted: Promise<{ readonly counts: ReadonlyMap<Call, number>; readonly order: readonly string[] }> | null = null;

/** How often one append makes each call, and all of them in their order. */
function callsOfOneAppend() {
  counted ??= (async () => {
    const { log, outcome } = await traceAppend(['-e', `trace=${CALLS.join(',')}`]);
    expect(outcome).toBe('done');
    const order = log.split('\n').filter((line) => /^\d+ +\w+\(/.test(line) && !line.includes('"done"'));
    // Injections count per thread: a call that several threads make is reached as often as the busiest one makes it.
    const counts = new Map(
      CALLS.map((call) => {
        const byThread = new Map<string, number>();
        for (const line of order) {
          const [, thread = '', name] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
          if (name === call) byThread.set(thread, (byThread.get(thread) ?? 0) + 1);
        }
        return [call, Math.max(0, ...byThread.values())] as const;
      }),
    );
    return { counts, order };
  })();
  return counted;
}

/** 1, 2, 3 … for the times that an append makes a call; but for the campaign, a few of them. */
async function times(call: Call): Promise<number[]> {
  const count = (await callsOfOneAppend()).counts.get(call) ?? 0;
  const every = Array.from({ length: count }, (_, index) => index + 1);
  return ALL || count < 3 ? every : [Math.ceil(count / 2), count];
}

async function inTurn<Result>(runs: readonly number[], run: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < runs.length; from += AT_ONCE) {
    results.push(...(await Promise.all(runs.slice(from, from + AT_ONCE).map(run))));
  }
  return results;
}

const BOTH_NEW = 'envelope new, artifact new';
const SOUND = new Set(['envelope old, artifact old', 'envelope new, artifact old', BOTH_NEW]);

describe('an append', () => {
  it('syncs both new files before it renames the envelope, then the artifact', async () => {
    const { order } = await callsOfOneAppend();
    const places = (pattern: RegExp): number[] => order.flatMap((line, index) => (pattern.test(line) ? [index] : []));
    const renames = places(/ rename\(/);

    expect(renames.map((at) => /"[^"]*", "([^"]*)"/.exec(order[at]!)?.[1]?.split('/').at(-1))).toEqual([
      'run.json',
      'serve.jsonl',
    ]);
    expect(places(/ fsync\(/).filter((at) => at < renames[0]!).length).toBeGreaterThanOrEqual(2);
    expect(places(/ fsync\(/).filter((at) => at > renames[1]!).length).toBe(1);
  });

  it.each(CALLS)('killed at any %s leaves each file old or new, and the same append then succeeds', async (call) => {
    const runs = await inTurn(await times(call), (at) =>
      traceAppend(['-e', `inject=${call}:signal=SIGKILL:when=${at}`]),
    );

    // Node wakes its threads by `write`, now more often, now less: the last of them may not come in this run.
    expect(runs.some((run) => run.outcome === '')).toBe(true);
    for (const run of runs) {
      const isWhole = run.outcome === 'done' ? run.states === BOTH_NEW : SOUND.has(run.states);
      expect([['', 'done'].includes(run.outcome), isWhole]).toEqual([true, true]);
      expect(appendTo(run)).toBe('done');
      await expectWhole(run);
    }
  });

  it.each(FAILING.flatMap((call) => ['ENOSPC', 'EIO'].map((fault) => [call, fault] as const)))(
    'whose %s fails with %s says the stage, and changes nothing before the first rename',
    async (call, fault) => {
      const runs = await inTurn(await times(call), (at) =>
        traceAppend(['-e', `inject=${call}:error=${fault}:when=${at}`]),
      );

      for (const run of runs) {
        expect(run.log).toContain('(INJECTED)');
        expect([run.outcome, run.states, isSound(run)]).toEqual([run.outcome, run.states, true]);
        expect(appendTo(run)).toBe('done');
      }
    },
  );

  it('names its stage on a disk that is nearly full and on one that is read-only, with both files as they were', async (context) => {
    const folder = await temporaryFolder();
    mount(context, folder, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
    const files = layOut(folder);
    const artifact = artifactText(...Array.from({ length: 900 }, (_, index) => `x${index}`));
    writeFileSync(files.artifact, artifact);

    expect(appendTo(files)).toBe('file_unwritable append_artifact');
    expect(readFileSync(files.artifact, 'utf8')).toBe(artifact);
    expect(statesOf(files)).toMatch(/^envelope old/);

    execFileSync('mount', ['-o', 'remount,ro', folder]);
    expect(appendTo(files)).toBe('file_unwritable lock');
    expect(readFileSync(files.artifact, 'utf8')).toBe(artifact);
    expect(statesOf(files)).toMatch(/^envelope old/);
  });

  it('of two processes to two artifacts of one envelope at once loses nothing', { timeout: 120_000 }, async () => {
    const folder = await temporaryFolder();
    const envelope = join(folder, 'e', 'run.json');
    const names = Array.from({ length: 6 }, (_, index) => `p${index}`);
    const exits = await Promise.all(
      names.map(async (name) => {
        const artifact = join(folder, name, `${name}.jsonl`);
        mkdirSync(dirname(artifact));
        writeFileSync(artifact, artifactText('i1'));
        const worker = spawn(process.execPath, [...WORKER, artifact, name, envelope], { env: WORKER_ENVIRONMENT });
        return (await once(worker, 'exit'))[0];
      }),
    );

    const ids = (await readRunEnvelope(envelope)).attachments.map(({ attachment_id }) => attachment_id);
    expect(exits).toEqual(names.map(() => 0));
    expect(ids.toSorted()).toEqual([...names.map((name) => `infer-jsonl:serve-1:${name}.jsonl`), ...names]);
  });
});

/** Whether an append that met a fault told it as it must, and left the files as they must be by then. */
function isSound({ log, outcome, states }: TracedAppend): boolean {
  // A fault of what is only asked, such as who holds a lock, or of tidying, need not stop anything.
  if (outcome === 'done') return states === 'envelope new, artifact new';
  const lines = log.split('\n');
  const told = lines.findIndex((line) => line.includes('(INJECTED)'));
  // A call that another thread interrupts in the log has two lines, and began at the first.
  const thread = lines[told]?.split(' ')[0];
  const isResumed = lines[told]?.includes(' resumed>') === true;
  const fault = isResumed ? lines.findLastIndex((line, at) => at < told && line.split(' ')[0] === thread) : told;
  const firstRename = lines.findIndex((line) => line.includes(' rename('));
  if (firstRename < 0 || fault <= firstRename) {
    return /^file_(unwritable|unreadable|missing) \w+$/.test(outcome) && states === 'envelope old, artifact old';
  }
  switch (states) {
    case 'envelope new, artifact old':
      return outcome === 'file_unwritable append_artifact' || outcome === 'durability_unknown write_envelope';
    case 'envelope new, artifact new':
      return /^durability_unknown (write_envelope|append_artifact)$/.test(outcome);
    default:
      return false;
  }
}

async function expectWhole({ artifact, envelope }: TracedAppend): Promise<void> {
  const { iterations } = resolveInferenceEvents(await loadInferenceArtifact(artifact));
  expect(iterations.map(({ event_id }) => event_id)).toEqual(['i1', 'i2']);
  expect((await readRunEnvelope(envelope)).attachments).toHaveLength(2);
}

/** Mounts for the time of a test; where that is not allowed, the test is skipped and says so. */
function mount(context: TestContext, target: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', [...args, target], { encoding: 'utf8' });
  if (status !== 0) context.skip(`mounting is not allowed here: ${stderr.trim()}`);
  onTestFinished(() => void execFileSync('umount', [target]));
}
