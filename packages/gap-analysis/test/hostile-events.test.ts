import { StormlogError } from '@stormlog/records';
import { PhaseReplayIndex } from '@stormlog/timeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  analyzeHiddenMemoryGaps,
  attributeCollectiveMemory,
  type CollectiveEventLike,
  computeEventFields,
  computeSessionFields,
  enrichEvent,
  fragmentationUnavailableReason,
} from '../src/index.ts';
import { sampleWithGap } from './sample-events.ts';

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 2 ** 53, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 70n, -(10n ** 400n)),
  fc.double(),
  fc.bigInt({ max: 2n ** 64n, min: -(2n ** 64n) }),
);
const anyValue = fc.oneof(
  anyNumber,
  fc.constantFrom(null, undefined, true, '', '1_000', 'x', '__proto__', 'sample', 'nccl'),
  fc.array(fc.jsonValue(), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('memory_capabilities', 'phase_scope', '__proto__', 'a'), fc.jsonValue(), {
    maxKeys: 3,
  }),
);
const FIELDS = [
  'event_type',
  'timestamp_ns',
  'session_id',
  'rank',
  'world_size',
  'device_used_bytes',
  'device_total_bytes',
  'allocator_reserved_bytes',
  'allocator_inactive_bytes',
  'allocator_allocated_bytes',
  'collector',
  'context',
  'metadata',
];
/** Samples of which one to three fields hold anything. */
const hostileEvents = fc.array(
  fc
    .tuple(fc.nat(20), fc.nat(4), fc.array(fc.tuple(fc.constantFrom(...FIELDS), anyValue), { maxLength: 3 }))
    .map(([step, gap, spoilt]) => sampleWithGap(step, gap * 1e9, Object.fromEntries(spoilt))),
  { minLength: 3, maxLength: 40 },
);

describe('hostile events', () => {
  it.each<[string, (events: CollectiveEventLike[]) => unknown]>([
    ['gap analysis', (events) => analyzeHiddenMemoryGaps(events, { phaseIndex: PhaseReplayIndex.fromEvents(events) })],
    ['collective attribution', (events) => attributeCollectiveMemory(events, { preset: 'high' })],
    ['derived fields', (events) => events.map(computeEventFields)],
    ['session fields', (events) => computeSessionFields(events)],
    ['enriched events', (events) => events.map(enrichEvent)],
    ['fragmentation', (events) => fragmentationUnavailableReason(events)],
  ])('make %s answer or fail with an error of ours', (_name, analysis) => {
    fc.assert(
      fc.property(hostileEvents, (events) => {
        try {
          analysis(events);
        } catch (error) {
          expect(error).toBeInstanceOf(StormlogError);
        }
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });
});
