import { ArgumentError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import {
  attributeActiveSpans,
  mergePhaseAttributions,
  PhaseReplayIndex,
  phaseAttributionPayloadSchema,
  phaseAttributionSchema,
  phaseAttributionToPayload,
  summarizePhaseAttribution,
} from '../src/index.ts';
import { boundaryEvent, START_NS } from './phase-events.ts';

const TWO_THREADS = PhaseReplayIndex.fromEvents([
  boundaryEvent('enter', 1, ['train'], { scope_id: 's:1' }),
  boundaryEvent('enter', 2, ['train', 'step'], { scope_id: 's:2' }),
  boundaryEvent('enter', 3, ['load'], { scope_id: 's:3', thread_id: 12, thread_name: 'loader' }),
  boundaryEvent('exit', 9, ['load'], { scope_id: 's:3', thread_id: 12 }),
]);
const AT = { timestampNs: START_NS + 5n, sessionId: 'run-1', rank: 0 };

describe('attribution', () => {
  it('stays undecided between threads, and names the latest phase as the likely one', () => {
    const attribution = TWO_THREADS.resolve(AT);
    expect(attribution).toMatchObject({ phase_resolution: 'ambiguous', phase_paths: ['load', 'train / step'] });
    expect(summarizePhaseAttribution(attribution)).toBe('(likely) load');
    expect(phaseAttributionSchema.parse(attribution)).toEqual(attribution);
  });

  it('follows the scope that an event names, else its thread', () => {
    const event = { session_id: 'run-1', timestamp_ns: START_NS + 5n, rank: '0' };
    const named = { ...event, metadata: { origin_phase_scope_id: 's:1', origin_thread_id: 12 } };
    expect(TWO_THREADS.resolveForEvent(named)).toMatchObject({ phase_source: 'exact', phase_path: 'train' });
    const threaded = { ...event, origin_thread_id: 11, metadata: { origin_thread_id: 12 } };
    expect(TWO_THREADS.resolveForEvent(threaded)).toMatchObject({
      phase_source: 'thread_local',
      phase_path: 'train / step',
    });
  });

  it('is none without a session, without a rank, and where no phase is open', () => {
    expect(TWO_THREADS.resolve({ ...AT, sessionId: null })).toBeNull();
    expect(TWO_THREADS.resolve({ ...AT, timestampNs: START_NS })).toBeNull();
    expect(TWO_THREADS.resolveForEvent({ session_id: 'run-1', timestamp_ns: START_NS + 5n, rank: null })).toBeNull();
  });

  it('refuses an unknown strategy, even without spans', () => {
    expect(() => attributeActiveSpans([], { strategy: 'latest' })).toThrowError(ArgumentError);
  });

  it('has a wire form without what is not known', () => {
    const payload = phaseAttributionToPayload(TWO_THREADS.resolve({ ...AT, originThreadId: 12 }));
    expect(payload).toEqual({
      phase_resolution: 'unique',
      phase_source: 'thread_local',
      phase_path: 'load',
      phase_paths: ['load'],
      scope_id: 's:3',
      thread_id: 12,
      thread_name: 'thread-11',
    });
    expect(phaseAttributionPayloadSchema.parse(payload)).toEqual(payload);
  });
});

describe('merging', () => {
  it('keeps one scope of one thread unique and makes everything else ambiguous', () => {
    const load = TWO_THREADS.resolve({ ...AT, originThreadId: 12 });
    const step = TWO_THREADS.resolve({ ...AT, originThreadId: 11 });
    expect(mergePhaseAttributions(load, load)).toBe(load);
    expect(mergePhaseAttributions(null, step)).toBe(step);
    expect(mergePhaseAttributions(load, step)).toMatchObject({
      phase_resolution: 'ambiguous',
      phase_paths: ['load', 'train / step'],
      scope_id: null,
    });
  });
});
