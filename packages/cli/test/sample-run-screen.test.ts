import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { expect, test } from 'vitest';
import { memoryIo } from './memory-io.ts';

const RUN = join(import.meta.dirname, '..', '..', '..', 'samples', 'run');

test('what happened to each rank of the sample run, and what to do now, fits one screen of 80 columns and 40 lines', async () => {
  const io = memoryIo({ terminal: true, columns: 80 });
  await runCommand(['diagnose', RUN, '--no-color'], io);
  // Progress is wiped from its line before anything else is written there.
  const shown = `${io.err()}${io.out()}`
    .replaceAll(/[^\n]*\r\u001b\[2K/g, '')
    .trimEnd()
    .split('\n');
  const text = io.out().replaceAll(/\s+/g, ' ');
  const places = [
    /CRITICAL missing: 4 .*→ check that its file or folder was given/,
    /CRITICAL rank 3 stopped without completing .* before its peers .*→ look at what ended pid \d+/,
    /WARNING rank 2 grows unlike its peers: allocated memory \+13\.\d MiB\/s.*→ see what rank 2 keeps between steps/,
    /WARNING rank 1 spiked: allocated memory rose by 2\d\d\.\d MiB to 2\d\d\.\d MiB .* in epoch 1.*→ see what rank 1 does at that step/,
  ].map((pattern) => text.search(pattern));

  expect(shown.length).toBeLessThanOrEqual(40);
  expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((left, right) => left - right));
});
