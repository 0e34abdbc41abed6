import { describe, expect, test } from 'vitest';
import { diagnose, outcome } from './sample-outcome.ts';

describe.each(['gzip/events.jsonl.gz', 'gzip/events.json.gz', 'gzip/track.csv.gz'])('%s', (name) => {
  test('is read as the file without .gz', async () => {
    expect(await outcome(name)).toEqual({ strict: [0, 1, 2], skip: [0, 1, 2], notices: [] });
  });

  test('is an input of a run', async () => {
    const { loaded, warnings } = await diagnose([name]);
    expect(loaded.events).toHaveLength(3);
    expect(warnings).toEqual([]);
  });
});

describe.each(['gzip/cut-short.jsonl.gz', 'gzip/not-gzip.jsonl.gz'])('%s', (name) => {
  test('is refused with a code of its own', async () => {
    expect((await outcome(name)).strict).toBe('gzip_damaged');
  });

  test('never ends the load of other inputs', async () => {
    const { loaded } = await diagnose([name, 'gzip/events.jsonl.gz']);
    expect(loaded.warnings.some(({ path }) => path?.endsWith(name))).toBe(true);
    expect(loaded.events).toHaveLength(3);
  });
});
