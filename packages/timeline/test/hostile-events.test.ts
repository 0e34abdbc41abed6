import { parseJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveTimelineMarkers, type EventLike, PhaseReplayIndex, parsePhaseBoundary } from '../src/index.ts';
import { boundaryEvent, START_NS } from './phase-events.ts';

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -0, 1.5, Number.NaN, 2n ** 70n, '', ' 7 ', '__proto__', 'sample'),
  fc.jsonValue(),
);
const FIELDS = ['event_type', 'timestamp_ns', 'session_id', 'rank', 'local_rank', 'context', 'metadata'];
const SCOPE = ['action', 'name', 'path', 'scope_id', 'thread_id', 'thread_name', 'sequence', 'attributes'];
const spoilt = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), anyValue), { maxLength: 2 }).map(Object.fromEntries);

describe('hostile events', () => {
  it('never make phases or markers fail', () => {
    const event = fc
      .tuple(fc.constantFrom('enter', 'exit'), fc.nat(9), spoilt(SCOPE), spoilt(FIELDS))
      .map(([action, offset, scope, fields]) =>
        boundaryEvent(action as 'enter' | 'exit', offset, ['a'], scope, fields),
      );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const index = PhaseReplayIndex.fromEvents(events);
        for (const each of events) index.resolveForEvent(each);
        expect(deriveTimelineMarkers(events).length).toBeGreaterThanOrEqual(0);
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });

  it('may use names of builtins for sessions, scopes and keys', () => {
    const scope = { scope_id: 'constructor', attributes: parseJson('{"__proto__":{"x":1}}') };
    const fields = { session_id: '__proto__' };
    const events: EventLike[] = [
      boundaryEvent('enter', 1, ['toString'], scope, fields),
      boundaryEvent('exit', 2, ['toString'], scope, fields),
    ];
    expect(Object.keys(parsePhaseBoundary(events[0]!)?.attributes ?? {})).toEqual(['__proto__']);
    const index = PhaseReplayIndex.fromEvents(events);
    expect(index.spansFor({ sessionId: '__proto__' })).toMatchObject([{ scope_id: 'constructor', path: ['toString'] }]);
    expect(index.resolve({ timestampNs: START_NS + 1n, sessionId: '__proto__' })?.phase_path).toBe('toString');
    expect(index.spansFor({ sessionId: 'constructor' })).toEqual([]);
  });
});
