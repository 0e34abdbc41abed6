import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFolder, samplePath } from './sample-outcome.ts';

/** The recording that the two commands of the README show. */
const RECORDING = 'run';

test('every sample is named in a describe of its own', () => {
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const samples = readdirSync(samplePath(''))
    .filter((kind) => kind !== RECORDING && isFolder(kind))
    .flatMap((kind) => readdirSync(samplePath(kind)).map((name) => `${kind}/${name}`));
  expect(samples.length).toBeGreaterThan(60);
  expect(samples.filter((name) => !tests.includes(`'${name}'`))).toEqual([]);
});
