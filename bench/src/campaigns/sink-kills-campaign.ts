import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

/**
 * Kills the writer of a sink at random moments, reads what is left here and with the Python package, and goes on; the test
 * does a few.
 *
 * @returns 1 when something was lost
 */
export function run({ seed, kills }: { readonly seed: number; readonly kills: number }): number {
  const { status } = spawnSync(
    process.execPath,
    ['scripts/test-external.mjs', 'packages/telemetry/test/sink-kills.external.test.ts'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, STORMLOG_SINK_KILLS: String(kills), STORMLOG_SEED: String(seed) },
    },
  );
  return status === 0 ? 0 : 1;
}
