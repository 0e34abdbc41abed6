import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Writes the address of every module that is loaded after it. */
const HOOK = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(1, url + '\\n');
  return next(url, context);
}`;

it('loads neither telemetry nor csv-parse', () => {
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`;
  const program = `import { register } from 'node:module'; register(${JSON.stringify(hook)}); await import('@stormlog/capture');`;

  const loaded = execFileSync(
    process.execPath,
    ['--conditions=@stormlog/source', '--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: resolve(import.meta.dirname, '..'), encoding: 'utf8' },
  );

  expect(loaded).toContain('packages/run-catalog/src/envelope.ts');
  expect(loaded).toContain('packages/records/src/index.ts');
  expect(loaded).not.toMatch(/packages\/telemetry\/|csv-parse/);
});
