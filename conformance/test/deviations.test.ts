import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readCases } from '../src/case-files.ts';
import { readDeviations } from '../src/deviations.ts';

const ROOT = resolve(import.meta.dirname, '..');
const deviations = [...readDeviations([join(ROOT, 'deviations.json')]).values()];

test('every deviation names an improvement, a data convention, or an entry of docs/deviations.md', () => {
  const own = readFileSync(join(ROOT, '..', 'docs', 'deviations.md'), 'utf8');
  for (const { id, item, reason } of deviations) {
    expect(reason.trim(), id).not.toBe('');
    expect(item, id).toMatch(/^(I-\d+|D-\d+|Data conventions: .+)$/);
    if (item.startsWith('D-')) expect(own, id).toMatch(new RegExp(`^#+ ${item}\\b`, 'm'));
  }
});

test('every deviation belongs to a golden case', () => {
  const golden = join(ROOT, 'golden');
  const ids = new Set(readdirSync(golden).flatMap((name) => readCases(join(golden, name)).map(({ id }) => id)));
  expect(deviations.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('the cases that hang on whole floats are not among the golden files', () => {
  expect(existsSync(join(ROOT, 'golden', 'strict-numbers.jsonl'))).toBe(false);
});
