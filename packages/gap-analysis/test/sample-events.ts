import type { CollectiveEventLike } from '../src/index.ts';

export const START_NS = 1_700_000_000_123_456_789n;
export const TOTAL = 16 * 2 ** 30;
export const RESERVED = 2_000_000_000;

/** A sample, a step of 100 ms after the one before it, with a hidden gap of so many bytes. */
export function sampleWithGap(step: number, gap: number, fields: object = {}): CollectiveEventLike {
  return {
    event_type: 'sample',
    session_id: 'run-1',
    timestamp_ns: START_NS + BigInt(step) * 100_000_000n,
    rank: 0,
    world_size: 1,
    device_used_bytes: RESERVED + gap,
    allocator_reserved_bytes: RESERVED,
    device_total_bytes: TOTAL,
    allocator_inactive_bytes: null,
    context: null,
    metadata: {},
    ...fields,
  } as CollectiveEventLike;
}
