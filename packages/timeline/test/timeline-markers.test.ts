import { parseJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveTimelineMarkers,
  type EventLike,
  isIntervalMarker,
  mergeTimelineMarkers,
  PhaseReplayIndex,
  timelineMarkerSchema,
  timelineMarkerToDict,
} from '../src/index.ts';
import { boundaryEvent, START_NS } from './phase-events.ts';

function pointEvent(event_type: string, offset: number, fields: object = {}): EventLike {
  return { session_id: 'run-1', rank: 0, timestamp_ns: START_NS + BigInt(offset), event_type, ...fields };
}

describe('point markers', () => {
  it('are labelled by their context, else by their type', () => {
    const events = [
      pointEvent(' warning ', 1, { context: '  ' }),
      pointEvent('critical', 2, { context: ' out of room ' }),
      pointEvent('error', 3, { metadata: { oom_reason: ' cuda ' } }),
      pointEvent('error', 4, { metadata: { oom_dump_path: null } }),
      pointEvent('sample', 5),
      pointEvent('WARNING', 6),
    ];
    expect(deriveTimelineMarkers(events).map(({ kind, severity, label }) => [kind, severity, label])).toEqual([
      ['alert', 'warning', 'Warning'],
      ['alert', 'critical', 'out of room'],
      ['oom', 'critical', 'OOM detected: cuda'],
      ['oom', 'critical', 'OOM detected'],
    ]);
  });

  it('skip what has no session or no time, and take ranks only from integers', () => {
    const events = [
      pointEvent('start', 1, { session_id: null }),
      pointEvent('start', 2, { timestamp_ns: '3' }),
      pointEvent('constructor', 3),
      pointEvent('start', 4, { rank: true, local_rank: 2n, world_size: '4' }),
    ];
    expect(deriveTimelineMarkers(events)).toMatchObject([{ rank: null, local_rank: 2, world_size: null }]);
  });

  it('are of the form that the schema promises, with metadata of any keys', () => {
    const metadata = parseJson('{"__proto__":{"a":1},"b":[1]}');
    const markers = deriveTimelineMarkers([pointEvent('stop', 1, { metadata })]);
    expect(timelineMarkerSchema.array().parse(markers)).toEqual(markers);
    const copy = timelineMarkerToDict(markers[0]!);
    expect(Object.keys(copy.metadata)).toEqual(['__proto__', 'b']);
    expect(copy.metadata['b']).not.toBe(markers[0]!.metadata['b']);
  });
});

describe('phase markers', () => {
  const events = [
    pointEvent('sample', 0, { local_rank: 3, world_size: 8 }),
    boundaryEvent('enter', 1, ['train'], {}, { local_rank: 5 }),
    boundaryEvent('exit', 7, ['train']),
    boundaryEvent('enter', 7, ['save']),
  ];

  it('span their phase and take the identity of the first event of their rank', () => {
    const markers = deriveTimelineMarkers(events);
    expect(markers).toMatchObject([
      { label: 'Phase: train', start_ns: START_NS + 1n, end_ns: START_NS + 7n, local_rank: 3, world_size: 8 },
      { label: 'Phase: save', start_ns: START_NS + 7n, end_ns: START_NS + 7n, metadata: { synthetic_end: true } },
    ]);
    expect(markers.map(isIntervalMarker)).toEqual([true, false]);
  });

  it('come from a given index or none', () => {
    const phaseIndex = PhaseReplayIndex.fromEvents(events);
    expect(deriveTimelineMarkers(events, { phaseIndex })).toEqual(deriveTimelineMarkers(events));
    expect(deriveTimelineMarkers(events, { includePhaseMarkers: false })).toEqual([]);
  });
});

describe('markers rank by rank', () => {
  it('are the markers of all events at once, whatever the order of the ranks', () => {
    const event = fc
      .record({
        type: fc.constantFrom('start', 'warning', 'enter', 'exit', 'sample'),
        rank: fc.nat(2),
        offset: fc.nat(6),
        name: fc.constantFrom('a', 'b'),
        session: fc.constantFrom('run-1', 'run-2'),
      })
      .map(({ type, rank, offset, name, session }): EventLike => {
        const fields = { rank, session_id: session };
        if (type !== 'enter' && type !== 'exit') return pointEvent(type, offset, fields);
        return boundaryEvent(type, offset, [name], {}, fields);
      });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 50 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (events, order) => {
          const parts = order.map((rank) => deriveTimelineMarkers(events.filter((each) => each.rank === rank)));
          expect(mergeTimelineMarkers(structuredClone(parts)).map(keyOf)).toEqual(
            deriveTimelineMarkers(events).map(keyOf),
          );
        },
      ),
      { seed: 20261130, numRuns: 200 },
    );
  });

  function keyOf(marker: object): string {
    return JSON.stringify(marker, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  }
});
