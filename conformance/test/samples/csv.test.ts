import { loadTelemetryCsv } from '@stormlog/telemetry';
import { describe, expect, test } from 'vitest';
import { diagnose, event, events, load, outcome, reports, samplePath } from './sample-outcome.ts';

async function warningsOf(name: string) {
  return (await loadTelemetryCsv(samplePath(name))).warnings;
}

describe('csv/python-literal-metadata.csv', () => {
  test('reads metadata that Python wrote, and its phases', async () => {
    const name = 'csv/python-literal-metadata.csv';
    expect(await outcome(name)).toEqual({ strict: [0, 1, 2], skip: [0, 1, 2], notices: [] });
    const { metadata } = await event(name, 0);
    expect(metadata).toMatchObject({ step: 0, ok: true, none: null, shape: [2, 3], note: "it's" });
    const { loaded } = await diagnose([name]);
    expect(loaded.markers.map(({ label }) => label)).toEqual(['Phase: epoch 3 / forward']);
  });
});

describe('csv/hostile-metadata.csv', () => {
  test('evaluates nothing, and names row and column', async () => {
    const name = 'csv/hostile-metadata.csv';
    expect(await outcome(name)).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: ['metadata_unreadable@2', 'metadata_unreadable@3'],
    });
    expect((await warningsOf(name)).map(({ field }) => field)).toEqual(['metadata', 'metadata']);
    const { metadata } = await event(name, 0);
    expect(Object.keys(metadata)).toEqual(['memory_capabilities']);
  });
});

describe('csv/semicolons.csv', () => {
  test('gives nothing, and the message speaks of the separator or the columns', async () => {
    const name = 'csv/semicolons.csv';
    expect(await events(name)).toEqual([]);
    const text = (await warningsOf(name)).map(({ message, hint }) => `${message} ${hint ?? ''}`).join('\n');
    expect(text).toMatch(/semicolon|separator|column/i);
  });
});

describe('csv/quote-never-closed.csv', () => {
  test('loses the row and what it swallowed, and says how much', async () => {
    const name = 'csv/quote-never-closed.csv';
    expect(await events(name)).toHaveLength(1);
    const warnings = await warningsOf(name);
    expect(warnings).toMatchObject([{ code: 'csv_quote_unclosed', line: 3 }]);
    expect(warnings[0]?.message).toMatch(/\b[23] (more )?lines/);
  });
});

describe('csv/text-after-a-closing-quote.csv', () => {
  test('loses the row that is wrongly quoted', async () => {
    expect(await outcome('csv/text-after-a-closing-quote.csv')).toEqual({
      strict: [0, 2],
      skip: [0, 2],
      notices: ['csv_row_rejected@3'],
    });
  });
});

describe('csv/bom-before-quoted-header.csv', () => {
  test('has its first column', async () => {
    expect((await events('csv/bom-before-quoted-header.csv')).map(({ timestamp_ns }) => timestamp_ns)).toEqual([
      1_700_000_000_249_999_872n,
      1_700_000_001_500_000_000n,
    ]);
    expect(await warningsOf('csv/bom-before-quoted-header.csv')).toEqual([]);
  });
});

describe('csv/nanoseconds-beyond-2-53.csv', () => {
  test('keeps every digit', async () => {
    expect((await events('csv/nanoseconds-beyond-2-53.csv')).map(({ timestamp_ns }) => timestamp_ns)).toEqual([
      1_700_000_000_123_456_789n,
      1_700_000_000_123_456_790n,
    ]);
  });
});

describe('csv/megabytes.csv', () => {
  test('counts megabytes as bytes', async () => {
    expect((await events('csv/megabytes.csv')).map((one) => one.allocator_allocated_bytes)).toEqual([
      537_395_200, 629_145_600,
    ]);
  });
});

describe('csv/line-ends-of-every-kind.csv', () => {
  test('has three rows', async () => {
    expect(await outcome('csv/line-ends-of-every-kind.csv')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: [],
    });
  });
});

describe('csv/line-break-in-a-cell.csv', () => {
  test('keeps the line break', async () => {
    expect(await outcome('csv/line-break-in-a-cell.csv')).toMatchObject({ strict: [0, 1], notices: [] });
    expect((await event('csv/line-break-in-a-cell.csv', 0)).context).toBe('first\r\nsecond');
  });
});

describe('csv/empty-cells.csv', () => {
  test('rejects the row without its process, and keeps the one without a measurement', async () => {
    const name = 'csv/empty-cells.csv';
    expect(await outcome(name)).toEqual({ strict: [1, 2], skip: [1, 2], notices: ['csv_row_rejected@2'] });
    expect((await event(name, 0)).allocator_allocated_bytes).toBeNull();
  });
});

describe('csv/not-utf-8.csv', () => {
  test('is refused by its loader', async () => {
    expect((await outcome('csv/not-utf-8.csv')).strict).toBe('not_utf8');
  });

  test.each(['error', 'skip'] as const)('never ends the load of other inputs (%s)', async (onInvalid) => {
    const { loaded } = await diagnose(['csv/not-utf-8.csv', 'csv/line-ends-of-every-kind.csv'], { onInvalid });
    expect(loaded.warnings.some(({ path }) => path?.endsWith('not-utf-8.csv'))).toBe(true);
    expect(loaded.events.map(({ context }) => context)).toEqual(expect.arrayContaining(['step 0', 'step 1', 'step 2']));
  });
});

describe('csv/cells-too-few-and-too-many.csv', () => {
  test('rejects both rows', async () => {
    expect(await outcome('csv/cells-too-few-and-too-many.csv')).toEqual({
      strict: [0, 3],
      skip: [0, 3],
      notices: ['csv_row_rejected@3', 'csv_row_rejected@4'],
    });
  });
});

describe('csv/ids-that-look-like-numbers.csv', () => {
  test('keeps ids letter for letter', async () => {
    const ids = (await load('csv/ids-that-look-like-numbers.csv')).map(({ summary }) => summary.session_id);
    expect(ids).toEqual(['713752e1', '007', '0x1F', '1_000', 'Infinity', 'null', 'NaN', 'true']);
  });
});

describe('csv/blank-sentinel-counter.csv', () => {
  test('reads the counter as unmeasured, and says so', async () => {
    const name = 'csv/blank-sentinel-counter.csv';
    expect(await outcome(name)).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: ['counter_unusable@3'],
    });
    expect((await event(name, 1)).device_used_bytes).toBeNull();
    expect(await reports(name)).toMatchObject([{ counters_unusable: 1 }]);
  });
});

describe('csv/header-alone.csv', () => {
  test('holds no session', async () => {
    expect(await outcome('csv/header-alone.csv')).toEqual({ strict: [], skip: [], notices: [] });
  });
});

describe('csv/proto-column.csv', () => {
  test('takes names of prototypes for column and session as for any other', async () => {
    const [session] = await load('csv/proto-column.csv');
    expect(session?.summary.session_id).toBe('constructor');
    expect(session?.events).toHaveLength(1);
    expect(Object.keys(session?.events[0]?.metadata ?? {})).toEqual(['memory_capabilities']);
  });
});
