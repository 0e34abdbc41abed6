import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Loads a package in a process of its own and gives the paths of all files that were loaded with it. */
async function modulesLoadedBy(specifier: string): Promise<readonly string[]> {
  const hooks = `
    import { writeSync } from 'node:fs';
    export async function load(url, context, next) {
      writeSync(1, 'loaded ' + url + '\\n');
      return next(url, context);
    }`;
  const program = `
    import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
    await import(${JSON.stringify(specifier)});`;
  const flags = ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx'), '--input-type=module'];
  const { stdout } = await run(process.execPath, [...flags, '--eval', program], { cwd: import.meta.dirname });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('loaded '))
    .map((line) => line.slice('loaded '.length));
}

test('the facade loads neither the command line nor what only some work needs: csv-parse and write-file-atomic', async () => {
  const modules = await modulesLoadedBy('stormlog');

  expect(modules.some((url) => url.includes('/packages/telemetry/src/index.ts'))).toBe(true);
  expect(modules.filter((url) => /\/csv-parse|\/write-file-atomic|\/string-width|\/packages\/cli\//.test(url))).toEqual(
    [],
  );
});
