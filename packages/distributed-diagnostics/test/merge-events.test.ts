import { sortEventsByTime, type TelemetryEvent } from '@stormlog/telemetry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEvents } from '../src/merge/merge-events.ts';
import { madeEvent, START_NS } from './made-events.ts';

describe('sortEventsByTime', () => {
  it('sorts like a stable sort by exact time, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 40n }), { maxLength: 60 }), (offsets) => {
        // Below the resolution of a double: neighbours differ by 1 ns at 1.7e18.
        const events = offsets.map((offset, pid) => madeEvent({ timestamp_ns: START_NS + offset, pid }));
        const expected = events.toSorted((left, right) => Number(left.timestamp_ns - right.timestamp_ns));

        expect(sortEventsByTime(events)).toEqual(expected);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('hands back a list that is in order', () => {
    const events = [madeEvent(), madeEvent({ timestamp_ns: START_NS + 1n })];

    expect(sortEventsByTime(events)).toBe(events);
  });
});

describe('mergeEvents', () => {
  it('keeps one of two copies', () => {
    const { events, duplicates } = mergeEvents([[madeEvent()], [madeEvent()]]);

    expect(events).toHaveLength(1);
    expect(duplicates).toBe(1);
  });

  it.each([
    ['device', { device_id: 1 }],
    ['host', { host: 'node1' }],
    ['type', { event_type: 'peak' }],
    ['used memory', { device_used_bytes: 7 }],
    ['unmeasured memory', { allocator_reserved_bytes: null, device_used_bytes: 12 * 2 ** 30 }],
  ] satisfies [string, Partial<TelemetryEvent>][])('keeps events of one time that differ in %s', (_what, fields) => {
    expect(mergeEvents([[madeEvent(), madeEvent(fields)]]).events).toHaveLength(2);
  });

  it('keeps the richer copy whichever was read first, where the first stood', () => {
    const rich = madeEvent({ metadata: { phase_scope: { name: 'forward' } } });
    const poor = madeEvent();
    const other = madeEvent({ event_type: 'peak' });

    expect(mergeEvents([[poor, other], [rich]]).events).toEqual([rich, other]);
    expect(mergeEvents([[rich, other], [poor]]).events).toEqual([rich, other]);
  });

  it('takes a missing or empty context for any, and prefers the copy with one', () => {
    const named = madeEvent({ context: 'step 3' });

    expect(mergeEvents([[madeEvent(), madeEvent({ context: '' }), named]]).events).toEqual([named]);
  });

  it('keeps two events with different contexts, and one without joins the first', () => {
    const first = madeEvent({ context: 'step 3' });
    const second = madeEvent({ context: 'step 4' });

    expect(mergeEvents([[madeEvent(), first, second]]).events).toEqual([first, second]);
  });

  it('prefers more metadata to a context', () => {
    const rich = madeEvent({ metadata: { a: 1, b: 2 } });
    const named = madeEvent({ context: 'step 3' });

    expect(mergeEvents([[named, rich]]).events).toEqual([rich]);
  });

  it('finds copies among any number of events of one time', () => {
    const many = Array.from({ length: 40_000 }, (_, pid) => madeEvent({ device_used_bytes: pid % 20_000, pid }));

    const { events, duplicates } = mergeEvents([many]);

    expect(duplicates).toBe(20_000);
    expect(events).toEqual(many.slice(0, 20_000));
  });

  it('agrees with comparing every pair, however the events are spread over lists', () => {
    const arbitrary = fc.record({
      timestamp_ns: fc.constantFrom(START_NS, START_NS + 1n),
      device_id: fc.constantFrom(0, 1),
      context: fc.constantFrom(null, '', 'a', 'b'),
      extra: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 24 }), fc.nat({ max: 23 }), (fields, cut) => {
        const events = fields.map(({ extra, ...rest }, pid) =>
          madeEvent({ ...rest, pid, metadata: extra ? { extra: 1 } : {} }),
        );

        const merged = mergeEvents([events.slice(0, cut), events.slice(cut)]).events;

        expect(merged.map(({ pid }) => pid).sort()).toEqual(survivorsByRule(events).sort());
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});

/** The rule of copies, word for word, by process ids. */
function survivorsByRule(events: readonly TelemetryEvent[]): number[] {
  const kin = groups(events, (event) => `${event.timestamp_ns} ${event.device_id}`);
  return kin.flatMap((same) => {
    const contexts = [...new Set(same.flatMap(({ context }) => context || []))];
    const parts =
      contexts.length === 0
        ? [same]
        : contexts.map((context, i) =>
            same.filter((event) => event.context === context || (i === 0 && !event.context)),
          );
    return parts.map((copies) => {
      const most = Math.max(...copies.map(({ metadata }) => Object.keys(metadata).length));
      const rich = copies.filter(({ metadata }) => Object.keys(metadata).length === most);
      return (rich.find(({ context }) => context) ?? rich[0]!).pid;
    });
  });
}

function groups(events: readonly TelemetryEvent[], keyOf: (event: TelemetryEvent) => string): TelemetryEvent[][] {
  const byKey = new Map<string, TelemetryEvent[]>();
  for (const event of events) byKey.set(keyOf(event), [...(byKey.get(keyOf(event)) ?? []), event]);
  return [...byKey.values()];
}
