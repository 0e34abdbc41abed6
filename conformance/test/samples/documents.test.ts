import { describe, expect, test } from 'vitest';
import { diagnose, events, load, outcome, reports } from './sample-outcome.ts';

describe('documents/bom.json', () => {
  test('is read as if the mark were not there', async () => {
    expect(await outcome('documents/bom.json')).toEqual({ strict: [0, 1, 2], skip: [0, 1, 2], notices: [] });
  });
});

describe.each(['documents/cut-short.json', 'documents/objects-without-commas.json', 'documents/trailing-text.json'])(
  '%s',
  (name) => {
    test('is refused as a whole, because it is not JSON', async () => {
      expect(await outcome(name)).toMatchObject({ strict: 'json_syntax' });
    });

    test('is named when a run is loaded, and the other inputs are used', async () => {
      const { loaded, warnings } = await diagnose([name, 'documents/bom.json']);
      expect(warnings).toContain('json_unreadable');
      expect(loaded.warnings.some(({ path }) => path?.endsWith(name))).toBe(true);
      expect(loaded.events).toHaveLength(3);
    });
  },
);

describe('documents/bad-elements-among-good-ones.json', () => {
  test('is refused, or loses its three bad elements', async () => {
    const { strict, skip, notices } = await outcome('documents/bad-elements-among-good-ones.json');
    expect(strict).toBeTypeOf('string');
    expect(skip).toEqual([0, 1, 3]);
    expect(notices.map((notice) => notice.split('@')[0])).toEqual(Array(3).fill('element_skipped'));
    expect(await reports('documents/bad-elements-among-good-ones.json')).toMatchObject([{ rejected: 3, events: 3 }]);
  });
});

describe('documents/tracker-result.json', () => {
  test('takes the session from the summary that it carries', async () => {
    const sessions = await load('documents/tracker-result.json');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.summary).toMatchObject({
      session_id: 'train-7-r0',
      status: 'interrupted',
      started_at_ns: 1_700_000_000_123_456_784n,
    });
    expect(sessions[0]?.events).toHaveLength(2);
  });
});

describe('documents/another-session-than-its-summary.json', () => {
  test('is refused', async () => {
    expect((await outcome('documents/another-session-than-its-summary.json')).strict).toBe('session_mismatch');
  });
});

describe('documents/foreign-document.json', () => {
  test('is refused as no list of events', async () => {
    expect((await outcome('documents/foreign-document.json')).strict).toBe('document_without_events');
  });

  test('is named when a run is loaded', async () => {
    const { loaded } = await diagnose(['documents/foreign-document.json']);
    expect(loaded.warnings).toMatchObject([{ code: 'json_unreadable' }]);
  });
});

describe('documents/empty-list-of-events.json', () => {
  test('holds no session', async () => {
    expect(await outcome('documents/empty-list-of-events.json')).toEqual({ strict: [], skip: [], notices: [] });
  });
});

describe('documents/legacy-megabytes.json', () => {
  test('counts megabytes as bytes', async () => {
    const found = await events('documents/legacy-megabytes.json');
    expect(found.map((one) => one.allocator_allocated_bytes)).toEqual([537_395_200, 629_145_600]);
    expect(found.map((one) => one.device_id)).toEqual([1, 1]);
  });
});

describe('documents/one-single-record.json', () => {
  test('is a list of one', async () => {
    expect(await outcome('documents/one-single-record.json')).toMatchObject({ strict: [0], notices: [] });
  });
});

describe('documents/empty.json', () => {
  test('is refused, and named when a run is loaded', async () => {
    expect((await outcome('documents/empty.json')).strict).toBe('json_syntax');
    const { loaded } = await diagnose(['documents/empty.json']);
    expect(loaded.warnings).toMatchObject([{ code: 'json_unreadable' }]);
  });
});
