import { describe, expect, test } from 'vitest';
import { diagnose, event, events, load, outcome, reports } from './sample-outcome.ts';

describe('telemetry/truncated-last-line.jsonl', () => {
  test('loses its torn last line and nothing else', async () => {
    expect(await outcome('telemetry/truncated-last-line.jsonl')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: ['torn_tail@4'],
    });
  });
});

describe('telemetry/cut-inside-a-character.jsonl', () => {
  test('loses its torn last line and nothing else', async () => {
    expect(await outcome('telemetry/cut-inside-a-character.jsonl')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: ['torn_tail@4'],
    });
  });
});

describe('telemetry/bom-before-first-line.jsonl', () => {
  test('is read as if the mark were not there', async () => {
    expect(await outcome('telemetry/bom-before-first-line.jsonl')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: [],
    });
  });
});

describe('telemetry/zero-filled-gap.jsonl', () => {
  test('is refused, or loses the one line that shares its place with the gap', async () => {
    expect(await outcome('telemetry/zero-filled-gap.jsonl')).toEqual({
      strict: 'json_syntax',
      skip: [0, 1, 3],
      notices: ['line_skipped@3'],
    });
  });

  test('is named with its place when a run is loaded', async () => {
    const { loaded, warnings } = await diagnose(['telemetry/zero-filled-gap.jsonl']);
    expect(warnings).toEqual(['json_unreadable']);
    expect(loaded.warnings[0]?.path).toMatch(/zero-filled-gap\.jsonl$/);
    expect(loaded.events).toEqual([]);
    const skipping = await diagnose(['telemetry/zero-filled-gap.jsonl'], { onInvalid: 'skip' });
    expect(skipping.loaded.events).toHaveLength(3);
  });
});

describe('telemetry/zero-filled-tail.jsonl', () => {
  test('ends in a torn tail', async () => {
    expect(await outcome('telemetry/zero-filled-tail.jsonl')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: ['torn_tail@4'],
    });
  });
});

describe('telemetry/two-records-on-one-line.jsonl', () => {
  test('is refused, or loses the line that a restarted writer appended to', async () => {
    expect(await outcome('telemetry/two-records-on-one-line.jsonl')).toEqual({
      strict: 'json_syntax',
      skip: [0, 3],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/utf-16-from-a-redirect.jsonl', () => {
  test('is refused as text of another encoding', async () => {
    expect((await outcome('telemetry/utf-16-from-a-redirect.jsonl')).strict).toBe('not_utf8');
  });

  test.each(['error', 'skip'] as const)('is named with its encoding when a run is loaded (%s)', async (onInvalid) => {
    const { loaded } = await diagnose(['telemetry/utf-16-from-a-redirect.jsonl'], { onInvalid });
    expect(loaded.events).toEqual([]);
    const text = loaded.warnings.map(({ message, path }) => `${path} ${message}`).join('\n');
    expect(text).toMatch(/utf-16-from-a-redirect\.jsonl/);
    expect(text).toMatch(/UTF-16/);
  });
});

describe('telemetry/lone-cr-line-ends.jsonl', () => {
  test('has three lines', async () => {
    expect(await outcome('telemetry/lone-cr-line-ends.jsonl')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: [],
    });
  });
});

describe('telemetry/crlf-and-blank-lines.jsonl', () => {
  test('has three records and two blank lines', async () => {
    expect(await outcome('telemetry/crlf-and-blank-lines.jsonl')).toMatchObject({ strict: [0, 1, 2], notices: [] });
    expect(await reports('telemetry/crlf-and-blank-lines.jsonl')).toMatchObject([
      { lines: 5, blank: 2, events: 3, rejected: 0 },
    ]);
  });
});

describe('telemetry/u2028-inside-a-string.jsonl', () => {
  test('keeps separators of other kinds as data', async () => {
    expect(await outcome('telemetry/u2028-inside-a-string.jsonl')).toMatchObject({ strict: [0, 1, 2], notices: [] });
    expect((await event('telemetry/u2028-inside-a-string.jsonl', 1)).context).toBe('before\u2028after\u0085end');
  });
});

describe('telemetry/duplicate-timestamp-key.jsonl', () => {
  test('takes the last of equal keys', async () => {
    expect(await outcome('telemetry/duplicate-timestamp-key.jsonl')).toMatchObject({ strict: [0, 1, 2], notices: [] });
  });
});

describe('telemetry/timestamp-look-alike-in-context.jsonl', () => {
  test('takes neither the text nor the nested member for the time', async () => {
    const name = 'telemetry/timestamp-look-alike-in-context.jsonl';
    expect(await outcome(name)).toMatchObject({ strict: [0, 1, 2], notices: [] });
    const { context, metadata } = await event(name, 1);
    expect(context).toBe('"timestamp_ns": 1800000000000000001, \\"timestamp_ns\\": 3');
    expect(metadata).toMatchObject({ timestamp_ns: 1_900_000_000_000_000_003n, step: 1 });
  });
});

describe('telemetry/nanoseconds-beyond-2-53.jsonl', () => {
  test('keeps every digit of every time', async () => {
    expect((await events('telemetry/nanoseconds-beyond-2-53.jsonl')).map(({ timestamp_ns }) => timestamp_ns)).toEqual([
      1_700_000_000_123_456_789n,
      1_700_000_000_123_456_790n,
      9_223_372_036_854_775_809n,
    ]);
  });
});

describe('telemetry/blank-sentinel-counter.jsonl', () => {
  test('reads counters that cannot be byte counts as unmeasured, and says so', async () => {
    const name = 'telemetry/blank-sentinel-counter.jsonl';
    const { strict, skip, notices } = await outcome(name);
    expect({ strict, skip }).toEqual({ strict: [0, 1, 2, 3], skip: [0, 1, 2, 3] });
    expect(notices).toEqual(['counter_unusable@2', 'counter_unusable@3', 'counter_unusable@3']);
    expect(await reports(name)).toMatchObject([{ rejected: 0, counters_unusable: 3 }]);
    expect((await event(name, 1)).device_used_bytes).toBeNull();
    expect(await event(name, 2)).toMatchObject({ allocator_allocated_bytes: null, allocator_change_bytes: null });
  });

  test('names the field and the digits', async () => {
    const [report] = await reports('telemetry/blank-sentinel-counter.jsonl');
    expect(report?.notices[0]?.field).toBe('device_used_bytes');
    expect(report?.notices[0]?.message).toContain('9223372036854775794');
  });
});

describe('telemetry/sentinel-that-fits-a-double.jsonl', () => {
  test('is refused, or loses the record that uses more than there is', async () => {
    expect(await outcome('telemetry/sentinel-that-fits-a-double.jsonl')).toEqual({
      strict: 'field_invalid',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/nan-in-metadata.jsonl', () => {
  test('keeps what is not finite', async () => {
    const name = 'telemetry/nan-in-metadata.jsonl';
    expect(await outcome(name)).toMatchObject({ strict: [0, 1, 2], notices: [] });
    expect((await event(name, 1)).metadata).toMatchObject({ loss: Number.NaN, grad: Infinity, lr: -Infinity });
  });
});

describe('telemetry/nan-as-a-counter.jsonl', () => {
  test('is refused, or loses the three records without a usable number', async () => {
    const { strict, skip, notices } = await outcome('telemetry/nan-as-a-counter.jsonl');
    expect(strict).toBe('field_invalid');
    expect(skip).toEqual([0, 4]);
    expect(notices).toEqual(['line_skipped@2', 'line_skipped@3', 'line_skipped@4']);
  });
});

describe('telemetry/world-size-of-four-billion.jsonl', () => {
  test('is refused, or loses the record, and enumerates nothing', async () => {
    const name = 'telemetry/world-size-of-four-billion.jsonl';
    expect(await outcome(name)).toMatchObject({ skip: [0, 2], notices: ['line_skipped@2'] });
    expect((await outcome(name)).strict).toBeTypeOf('string');
    const { model } = await diagnose([name], { onInvalid: 'skip' });
    expect(model.expected_ranks).toEqual([0]);
    expect((await reports(name))[0]?.notices[0]?.message).toContain('4294967296');
  });
});

describe('telemetry/proto-key-in-metadata.jsonl', () => {
  test('keeps names of prototypes as data', async () => {
    const { metadata } = await event('telemetry/proto-key-in-metadata.jsonl', 1);
    expect(Object.keys(metadata)).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'toString']));
    expect(Object.getOwnPropertyDescriptor(metadata, '__proto__')?.value).toEqual({ polluted: true });
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('telemetry/integer-of-5000-digits.jsonl', () => {
  test('is refused, or loses the line', async () => {
    expect(await outcome('telemetry/integer-of-5000-digits.jsonl')).toEqual({
      strict: 'integer_too_long',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/nested-20000-deep.jsonl', () => {
  test('is refused, or loses the line', async () => {
    expect(await outcome('telemetry/nested-20000-deep.jsonl')).toEqual({
      strict: 'json_too_deep',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/control-byte-in-a-string.jsonl', () => {
  test('is refused, or loses the line', async () => {
    expect(await outcome('telemetry/control-byte-in-a-string.jsonl')).toEqual({
      strict: 'json_syntax',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/lines-that-are-not-objects.jsonl', () => {
  test('is refused, or loses every line that is no object', async () => {
    expect(await outcome('telemetry/lines-that-are-not-objects.jsonl')).toEqual({
      strict: 'record_not_object',
      skip: [0, 1, 2],
      notices: ['line_skipped@2', 'line_skipped@4', 'line_skipped@6'],
    });
  });
});

describe('telemetry/single-quotes.jsonl', () => {
  test('is refused, or loses the line that Python printed', async () => {
    expect(await outcome('telemetry/single-quotes.jsonl')).toEqual({
      strict: 'json_syntax',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/empty.jsonl', () => {
  test('holds no session', async () => {
    expect(await outcome('telemetry/empty.jsonl')).toEqual({ strict: [], skip: [], notices: [] });
    expect(await load('telemetry/empty.jsonl')).toEqual([]);
  });

  test('is named when a run is loaded', async () => {
    const { reports: told } = await diagnose(['telemetry/empty.jsonl']);
    expect(told.some((report) => JSON.stringify(report).includes('empty.jsonl'))).toBe(true);
  });
});

describe('telemetry/only-blank-lines.jsonl', () => {
  test('holds no session', async () => {
    expect(await outcome('telemetry/only-blank-lines.jsonl')).toEqual({ strict: [], skip: [], notices: [] });
    expect(await reports('telemetry/only-blank-lines.jsonl')).toMatchObject([{ blank: 3, rejected: 0 }]);
  });
});

describe('telemetry/no-final-line-end.jsonl', () => {
  test('keeps its complete last record', async () => {
    expect(await outcome('telemetry/no-final-line-end.jsonl')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: [],
    });
  });
});

describe('telemetry/versions-side-by-side.jsonl', () => {
  test('reads every version, and makes version 4 of it', async () => {
    const name = 'telemetry/versions-side-by-side.jsonl';
    const sessions = await load(name);
    expect(sessions.flatMap((session) => session.events.map((one) => one.schema_version))).toEqual([4, 4, 4, 4]);
    // A record of version 2 has no session; its id is derived from the file.
    const named = sessions.find(({ summary }) => summary.session_id === 'train-7-r0');
    expect(named?.events.map(({ timestamp_ns }) => timestamp_ns)).toEqual([
      1_700_000_000_123_456_789n,
      1_700_000_000_223_456_789n,
      1_700_000_000_249_999_872n,
    ]);
    expect(sessions).toHaveLength(2);
  });
});

describe('telemetry/null-counters.jsonl', () => {
  test('never turns unmeasured into zero, nor zero into unmeasured', async () => {
    const name = 'telemetry/null-counters.jsonl';
    expect(await event(name, 0)).toMatchObject({ allocator_allocated_bytes: null, allocator_reserved_bytes: null });
    expect(await event(name, 1)).toMatchObject({ device_used_bytes: null, device_total_bytes: null });
    expect((await event(name, 2)).allocator_allocated_bytes).toBe(0);
  });

  test('leaves a difference open where an end was not measured', async () => {
    const { model } = await diagnose(['telemetry/null-counters.jsonl']);
    expect(model.rows).toMatchObject([{ samples: 3, allocated_delta_bytes: null, reserved_delta_bytes: null }]);
  });
});

describe('telemetry/zero-for-an-unsupported-counter.jsonl', () => {
  test('is refused, or loses the record whose zero contradicts its capabilities', async () => {
    expect(await outcome('telemetry/zero-for-an-unsupported-counter.jsonl')).toEqual({
      strict: 'field_invalid',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/lone-surrogate-escape.jsonl', () => {
  test('keeps half a character that was escaped', async () => {
    expect(await outcome('telemetry/lone-surrogate-escape.jsonl')).toMatchObject({ strict: [0, 1, 2], notices: [] });
    expect((await event('telemetry/lone-surrogate-escape.jsonl', 1)).context).toBe('step \ud83d');
  });
});

describe('telemetry/invalid-utf-8-in-the-middle.jsonl', () => {
  test('is refused, or loses the line that is not UTF-8', async () => {
    expect(await outcome('telemetry/invalid-utf-8-in-the-middle.jsonl')).toEqual({
      strict: 'not_utf8',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/whole-float-counters.jsonl', () => {
  test('takes a whole float for the integer', async () => {
    expect(await outcome('telemetry/whole-float-counters.jsonl')).toMatchObject({ strict: [0, 1, 2], notices: [] });
    expect((await event('telemetry/whole-float-counters.jsonl', 1)).device_used_bytes).toBe(1_880_096_768);
  });
});

describe('telemetry/negative-counter.jsonl', () => {
  test('is refused, or loses the record', async () => {
    expect(await outcome('telemetry/negative-counter.jsonl')).toEqual({
      strict: 'field_invalid',
      skip: [0, 2],
      notices: ['line_skipped@2'],
    });
  });
});

describe('telemetry/unknown-field.jsonl', () => {
  test('is refused, or loses the record; the field is named', async () => {
    expect(await outcome('telemetry/unknown-field.jsonl')).toMatchObject({ skip: [0, 2], notices: ['line_skipped@2'] });
    expect((await outcome('telemetry/unknown-field.jsonl')).strict).toBeTypeOf('string');
    expect((await reports('telemetry/unknown-field.jsonl'))[0]?.notices[0]?.message).toContain('gpu_name');
  });
});

describe('telemetry/out-of-order-times.jsonl', () => {
  test('is put in order of time', async () => {
    expect(await outcome('telemetry/out-of-order-times.jsonl')).toMatchObject({ strict: [0, 1, 2], notices: [] });
  });
});

describe('telemetry/stop-before-the-last-event.jsonl', () => {
  test('is a completed session that ended with its stop', async () => {
    const [session] = await load('telemetry/stop-before-the-last-event.jsonl');
    expect(session?.summary).toMatchObject({ status: 'completed', ended_at_ns: 1_700_000_000_223_456_789n });
    expect(session?.events).toHaveLength(3);
  });
});

describe('telemetry/escape-sequences-in-context.jsonl', () => {
  test('is kept letter for letter: making it harmless is for whoever prints it', async () => {
    expect((await event('telemetry/escape-sequences-in-context.jsonl', 1)).context).toBe(
      '\u001b[2J\u001b]0;owned\u0007 \u202eevil\nrank 9: fine',
    );
  });
});
