import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ArgumentError } from '@stormlog/records';
import { systemEnvironment } from '@stormlog/sessions';
import { loadTelemetryEvents, type TelemetryEvent, type TrackMemoryOptions, trackMemory } from '@stormlog/telemetry';
import { PhaseReplayIndex } from '@stormlog/timeline';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

/** A tracker whose samples the test takes, and whose clock it moves. */
async function still(options: Partial<TrackMemoryOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tracked-phases-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let seconds = 1000;
  const environment = {
    ...systemEnvironment(),
    wallNs: () => BigInt(Math.round(seconds * 1e9)),
    monotonicSeconds: () => seconds,
  };
  const world = {
    advance(by: number) {
      seconds += by;
    },
  };
  const tracker = await trackMemory({ sink: folder, intervalMs: 1e9, env: {}, gpus: 'none', environment, ...options });
  return { folder, world, tracker };
}

function pathsOf(events: readonly TelemetryEvent[], session: string): string[] {
  return PhaseReplayIndex.fromEvents(events)
    .spansFor({ sessionId: session })
    .map((span) => `${span.path.join('/')}${span.synthetic_end ? ' (open)' : ''}`);
}

describe('phases of a tracker', () => {
  test('replay in their order also when the clock is set back', async () => {
    const { folder, world, tracker } = await still();
    tracker.phase('step', () => world.advance(-60));
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    expect(pathsOf(events, tracker.session.session_id)).toEqual(['step']);
  });

  test('nest across await, and those of concurrent requests keep apart', async () => {
    const { folder, world, tracker } = await still();
    const request = async (name: string, turns: number): Promise<string> =>
      await tracker.phase('request', async () => {
        for (let turn = 0; turn < turns; turn++) {
          await tracker.phase(name, async () => {
            world.advance(0.001);
            await wait(1);
            tracker.sample();
          });
        }
        return name;
      });
    const answers = await Promise.all([request('a', 3), request('b', 2)]);
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    expect(answers).toEqual(['a', 'b']);
    expect(pathsOf(events, tracker.session.session_id).sort()).toEqual([
      'request',
      'request',
      'request/a',
      'request/a',
      'request/a',
      'request/b',
      'request/b',
    ]);
  });

  test('that run beside each other inside one phase both carry its path', async () => {
    const { folder, world, tracker } = await still();
    const part = (name: string) =>
      tracker.phase(name, async () => {
        world.advance(0.001);
        await wait(1);
      });
    await tracker.phase('train', async () => {
      await Promise.all([part('a'), part('b'), part('c')]);
      tracker.phase('d', () => world.advance(0.001));
    });
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    const paths = pathsOf(events, tracker.session.session_id);
    expect(paths.sort()).toEqual(['train', 'train/a', 'train/b', 'train/c', 'train/d']);
  });

  test('last as long as work begun in them that nobody waits for', async () => {
    const { folder, world, tracker } = await still();
    let finish = () => {};
    let detached: Promise<void> | null = null;
    tracker.phase('outer', () => {
      detached = tracker.phase(
        'inner',
        () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      );
    });
    world.advance(1);
    finish();
    await detached;
    await tracker.phase('later', async () => {});
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    expect(pathsOf(events, tracker.session.session_id).sort()).toEqual(['later', 'outer', 'outer/inner']);
  });

  test('pass on the answer and the error of the work, with or without tracking', async () => {
    const onError = vi.fn();
    const { folder, tracker } = await still({ onError });
    const fault = new RangeError('mine');

    expect(tracker.phase('sync', () => 7)).toBe(7);
    expect(() =>
      tracker.phase('sync', () => {
        throw fault;
      }),
    ).toThrow(fault);
    await expect(tracker.phase('async', () => Promise.reject(fault))).rejects.toBe(fault);
    expect(tracker.phase('  ', () => 8)).toBe(8);
    await tracker.stop();
    expect(tracker.phase('after the end', () => 9)).toBe(9);

    expect(onError.mock.calls).toEqual([[expect.any(ArgumentError)]]);
    expect(pathsOf(await loadTelemetryEvents(folder), tracker.session.session_id)).toEqual(['sync', 'sync', 'async']);
  });

  test('name the phase in which memory ran out, once', async () => {
    const { folder, tracker } = await still();
    const fault = new RangeError('Array buffer allocation failed');
    const nested = () =>
      tracker.phase('request', () =>
        tracker.phase('decode', () => {
          throw fault;
        }),
      );
    expect(nested).toThrow(fault);
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    const errors = events.filter((event) => event.event_type === 'error');
    expect(errors.map((event) => event.metadata['oom_reason'])).toEqual(['allocation_failed']);
    const attribution = PhaseReplayIndex.fromEvents(events).resolveForEvent(errors[0]!);
    expect(attribution).toMatchObject({ phase_source: 'exact', phase_path: 'request / decode' });
  });
});
