import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { liveAreaNames } from '../src/live-run/live-area.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

test.each(liveAreaNames())('the Python package and this project answer 150 generated cases of %s alike', (area) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      '--conditions=@stormlog/source',
      '--import',
      'tsx',
      join(ROOT, 'conformance', 'src', 'live.ts'),
      ...['--area', area, '--seed', '20', '--count', '150'],
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(stdout).toContain('0 failed');
  expect(status).toBe(0);
});
