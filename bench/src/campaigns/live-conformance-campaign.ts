import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const LIVE = join(resolve(import.meta.dirname, '..', '..', '..'), 'conformance', 'src', 'live.ts');

/**
 * Asks the Python package and this project generated questions of every area, in a process of its own, because cases
 * change the working folder.
 *
 * @returns 0 when all answers agree, else 1
 */
export function run(options: { readonly seed: number; readonly cases: number }): number {
  const { status } = spawnSync(
    process.execPath,
    [...process.execArgv, LIVE, '--seed', String(options.seed), '--count', String(options.cases)],
    { stdio: 'inherit' },
  );
  return status === 0 ? 0 : 1;
}
