import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

const TESTS = [
  'packages/files/test/replace-file.external.test.ts',
  'packages/capture/test/append-crash.external.test.ts',
];

/**
 * Stops and fails the replacing of a file, and the appending of evidence, at each of its system calls, with every fault and mode; the tests do a part.
 *
 * @returns 1 when a test failed
 */
export function run({ rounds }: { readonly rounds: number }): number {
  for (let round = 0; round < rounds; round++) {
    const { status } = spawnSync(process.execPath, ['scripts/test-external.mjs', ...TESTS], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, STORMLOG_ALL_FAULTS: '1' },
    });
    if (status !== 0) return 1;
  }
  return 0;
}
