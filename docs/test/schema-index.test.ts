import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';

const FOLDER = join(ROOT, 'docs', 'schemas');

test('the page of the JSON Schemas links to every schema', () => {
  const schemas = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const links = [...readFileSync(join(FOLDER, 'index.md'), 'utf8').matchAll(/\(([^)]+\.json)\)/g)].map(([, to]) => to);

  expect(links.sort()).toEqual(schemas.sort());
});
