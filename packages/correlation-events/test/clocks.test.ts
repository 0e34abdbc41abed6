import { InvalidRecordError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import {
  alignmentOffsetBounds,
  alignTimestamp,
  clockAlignmentEvent,
  coveringAlignments,
  isBootQualified,
  wallClockDomain,
} from '../src/index.ts';
import { sampleContext } from './sample-events.ts';

function alignment(changes: Partial<Parameters<typeof clockAlignmentEvent>[0]> = {}) {
  return clockAlignmentEvent({
    context: sampleContext(),
    event_id: 'a',
    from_clock_domain: 'x',
    to_clock_domain: 'y',
    offset_ns: -50,
    uncertainty_ns: 4,
    ...changes,
  });
}

describe('translating a timestamp', () => {
  it('adds the offset and keeps the uncertainty, exactly', () => {
    const route = { from: 'x', to: 'y', alignments: [alignment({ offset_ns: 2n ** 70n + 1n })] };

    expect(alignTimestamp(1_787_650_000_123_456_789n, route)).toEqual({
      value_ns: 1_787_650_000_123_456_789n + 2n ** 70n + 1n,
      uncertainty_ns: 4n,
      clock_domain: 'y',
    });
  });

  it('needs exactly one alignment that covers it: from inclusive, to exclusive', () => {
    const early = alignment({ valid_to_ns: 100 });
    const late = alignment({ event_id: 'b', valid_from_ns: 100, offset_ns: 7 });
    const route = { from: 'x', to: 'y', alignments: [early, late] };

    expect(alignTimestamp(99, route).value_ns).toBe(49n);
    expect(alignTimestamp(100, route).value_ns).toBe(107n);
    expect(coveringAlignments(100, route)).toEqual([late]);
    expect(() => alignTimestamp(5, { ...route, alignments: [early, early] })).toThrow(InvalidRecordError);
    expect(() => alignTimestamp(5, { ...route, from: 'y', to: 'x' })).toThrow(InvalidRecordError);
  });

  it('leaves a timestamp of the same domain alone, but checks it', () => {
    const route = { from: 'x', to: 'x', alignments: [] };

    expect(alignTimestamp(5, route)).toEqual({ value_ns: 5n, uncertainty_ns: 0n, clock_domain: 'x' });
    expect(() => alignTimestamp(-1, route)).toThrow(InvalidRecordError);
    expect(() => alignTimestamp(1.5, route)).toThrow(InvalidRecordError);
  });

  it('reads alignments of the early execution import as a gap above the offset', () => {
    const context = sampleContext({ source: 'stormlog.infer.import_execution' });
    const early = alignment({ context, metadata: { gap_ns: 5 } });
    const later = alignment({ context, metadata: { gap_ns: 5, alignment_basis: null } });

    expect(alignmentOffsetBounds(early)).toEqual([-50n, -45n]);
    expect(alignmentOffsetBounds(later)).toEqual([-54n, -46n]);
    expect(alignTimestamp(100, { from: 'x', to: 'y', alignments: [early] })).toMatchObject({
      value_ns: 52n,
      uncertainty_ns: 3n,
    });
  });
});

describe('wall clock domains', () => {
  it('name the boot where it is known', () => {
    expect(wallClockDomain('host', 'boot')).toBe('host/boot/unix_epoch_ns');
    expect(wallClockDomain('host', null)).toBe('host/unix_epoch_ns');
    expect(wallClockDomain('host', '')).toBe('host/unix_epoch_ns');
    expect(wallClockDomain('host', ' ')).toBe('host/ /unix_epoch_ns');
  });

  it.each([
    ['host/boot/unix_epoch_ns', true],
    ['host/unix_epoch_ns', false],
    ['a/b/unix_epoch_ns', true],
    ['/boot/unix_epoch_ns', false],
    ['host//unix_epoch_ns', false],
    ['host/boot/unix_epoch_ns/', false],
    ['host/boot/monotonic', false],
    ['', false],
  ])('%s: boot-qualified %s', (domain, expected) => {
    expect(isBootQualified(domain)).toBe(expected);
  });
});
