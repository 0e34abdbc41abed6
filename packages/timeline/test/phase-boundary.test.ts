import { describe, expect, it } from 'vitest';
import { isPhaseBoundaryEvent, parsePhaseBoundary, phaseBoundaryRecordSchema, phaseRankOf } from '../src/index.ts';
import { boundaryEvent, START_NS } from './phase-events.ts';

describe('a phase boundary', () => {
  it('is read with its name stripped, its path cleaned and its depth counted anew', () => {
    const event = boundaryEvent('enter', 5, ['train', 'step'], {
      name: ' step\n',
      path: ['train', '', 7, 'step'],
      depth: 40,
      attributes: { epoch: 3 },
    });
    const record = parsePhaseBoundary(event);
    expect(record).toEqual({
      action: 'enter',
      name: 'step',
      path: ['train', 'step'],
      depth: 2,
      scope_id: 'train:step',
      parent_scope_id: null,
      thread_id: 11,
      thread_name: 'thread-11',
      sequence: 5,
      session_id: 'run-1',
      timestamp_ns: START_NS + 5n,
      attributes: { epoch: 3 },
    });
    expect(phaseBoundaryRecordSchema.parse(record)).toEqual(record);
  });

  it.each([
    ['an exit that says enter', boundaryEvent('enter', 0, ['a'], {}, { event_type: 'phase_exit' })],
    ['a type in capitals', boundaryEvent('enter', 0, ['a'], {}, { event_type: 'PHASE_ENTER' })],
    ['a blank name', boundaryEvent('enter', 0, ['a'], { name: '\u2003' })],
    ['an empty path', boundaryEvent('enter', 0, [], { path: ['', 1] })],
    ['a path that is text', boundaryEvent('enter', 0, ['a'], { path: 'a' })],
    ['a fractional sequence', boundaryEvent('enter', 0, ['a'], { sequence: 1.5 })],
    ['a thread id of text', boundaryEvent('enter', 0, ['a'], { thread_id: '11' })],
    ['a parent of another type', boundaryEvent('enter', 0, ['a'], { parent_scope_id: 3 })],
    ['no thread name', boundaryEvent('enter', 0, ['a'], { thread_name: undefined })],
    ['no session', boundaryEvent('enter', 0, ['a'], {}, { session_id: null })],
    ['a time that is a float', boundaryEvent('enter', 0, ['a'], {}, { timestamp_ns: 1.5 })],
    ['no scope', boundaryEvent('enter', 0, ['a'], {}, { metadata: {} })],
    ['metadata of text', boundaryEvent('enter', 0, ['a'], {}, { metadata: 'x' })],
    ['nothing', {}],
  ])('is not in an event with %s', (_defect, event) => {
    expect(parsePhaseBoundary(event)).toBeNull();
    expect(isPhaseBoundaryEvent(event)).toBe(false);
  });

  it('keeps integers beyond 2^53 and reads booleans as 1 and 0', () => {
    const record = parsePhaseBoundary(
      boundaryEvent('exit', 0, ['a'], { sequence: 2n ** 64n, thread_id: true }, { timestamp_ns: false }),
    );
    expect(record).toMatchObject({ sequence: 2n ** 64n, thread_id: 1, timestamp_ns: 0n });
  });
});

describe('the rank of an event', () => {
  it.each([
    [undefined, 0],
    [-3, -3],
    [7n, 7],
    [' 1_0 ', 10],
    ['٣', 3],
    [null, null],
    [true, null],
    [1.5, null],
    ['', null],
    ['one', null],
    [2n ** 60n, null],
    ['99999999999999999999', null],
  ])('%o counts as %o', (rank, expected) => {
    expect(phaseRankOf(rank === undefined ? {} : { rank })).toBe(expected);
  });
});
