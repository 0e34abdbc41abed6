import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';

test('the README shows the diagnosis of the sample run as it is printed', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const shown = /^```\n(Job [^`]+)```$/m.exec(readme)?.[1] ?? '';
  const program = join(ROOT, 'packages', 'stormlog', 'src', 'bin.ts');
  const flags = ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx')];
  const printed = execFileSync(process.execPath, [...flags, program, 'diagnose', join(ROOT, 'samples', 'run')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

  const parts = shown.split('…\n');

  expect(parts.length).toBe(2);
  for (const part of parts) expect(printed).toContain(part);
});
