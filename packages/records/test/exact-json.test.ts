import { test } from 'vitest';
import { compareOnGeneratedLines } from './exact-json-comparison.ts';

test('the fast routes answer as the slow exact parser on generated hostile lines', () => {
  compareOnGeneratedLines({ seed: 20_261_130, lines: 6000 });
});
