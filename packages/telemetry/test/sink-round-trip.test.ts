import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compareCodePoints } from '@stormlog/records';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadTelemetrySessions, type TelemetryEvent, TelemetrySink } from '../src/index.ts';
import { anyTelemetryEvent, StillWorld, testFolder } from './sink-samples.ts';

const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('append' as const), event: anyTelemetryEvent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const), force: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

test('what is written is loaded back equal, session by session', async () => {
  const parent = await testFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 40 }),
      fc.record({
        flushEveryEvents: fc.integer({ min: 1, max: 9 }),
        rolloverMaxEvents: fc.integer({ min: 1, max: 9 }),
      }),
      async (steps, config) => {
        const folder = join(parent, String(run++));
        const options = { ...config, retentionMaxFiles: 1000, writeRollups: false, environment: new StillWorld() };
        const written: TelemetryEvent[] = [];
        let sink = await TelemetrySink.open(folder, options);
        for (const step of steps) {
          if (step.do === 'append') {
            // One session at a time is written; another id waits until the one that runs has been closed.
            const session_id = sink.currentSession()?.session_id ?? step.event.session_id;
            const event = { ...step.event, session_id };
            written.push(event);
            await sink.append(event);
          } else if (step.do === 'flush') await sink.flush({ force: step.force });
          else {
            await sink.close();
            if (step.do === 'reopen') sink = await TelemetrySink.open(folder, options);
          }
        }
        await sink.close();

        const loaded = written.length === 0 ? [] : await loadTelemetrySessions(folder);
        expect(bySession(loaded.flatMap((session) => [...session.events]))).toEqual(bySession(written));
        expect(loaded.every((session) => session.summary.status === 'completed')).toBe(true);
        await rm(folder, { recursive: true });
      },
    ),
    { seed: 5, numRuns: 60 },
  );
}, 60_000);

/** Events by session, ordered by time, those of one time as they came. */
function bySession(events: readonly TelemetryEvent[]): [string, TelemetryEvent[]][] {
  const groups = new Map<string, TelemetryEvent[]>();
  for (const event of events) groups.set(event.session_id, [...(groups.get(event.session_id) ?? []), event]);
  for (const group of groups.values()) group.sort((left, right) => Number(left.timestamp_ns - right.timestamp_ns));
  return [...groups].sort(([left], [right]) => compareCodePoints(left, right));
}
