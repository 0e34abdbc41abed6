import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import { mostly } from './values.ts';

const MIB = 2 ** 20;
const TOTAL = 85_899_345_920;

/** How one series of samples behaves. */
const shape = fc.record({
  // Sums of more than 128 values are made of halves.
  length: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 24 }) },
    { weight: 1, arbitrary: fc.integer({ min: 120, max: 300 }) },
  ),
  noisy: fc.constantFrom(true, true, true, false),
  base: fc.constantFrom(0, 50 * MIB, 400 * MIB, 5000 * MIB, -20 * MIB),
  slope: fc.constantFrom(0, 0, 1, 30 * MIB, -10 * MIB, 300 * MIB),
  spikes: fc.array(fc.record({ at: fc.nat({ max: 23 }), height: fc.integer({ min: 100 * MIB, max: 6000 * MIB }) }), {
    maxLength: 2,
  }),
  total: mostly(fc.constantFrom(TOTAL, 8000 * MIB), fc.constantFrom<JsonValue>(null, 0)),
  inactiveShare: fc.constantFrom(null, 0, 0.1, 0.3, 0.45, 0.6),
  stepNs: fc.constantFrom(1_000_000n, 100_000_000n, 1_000_000_007n),
});

const perSample = fc.record({
  noise: fc.integer({ min: -MIB, max: MIB }),
  allocated: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  type: mostly(fc.constantFrom('sample'), fc.constantFrom('Sample ', 'start', 'warning', 'stop')),
  missing: mostly(
    fc.constant(null),
    fc.constantFrom(null, 'device_used_bytes', 'allocator_reserved_bytes', 'allocator_allocated_bytes'),
  ),
  token: fc.constantFrom(
    null,
    null,
    null,
    'ncclAllReduce',
    'all_reduce start',
    'all reduce',
    'fall-reduce',
    'Broad_cast',
    'b-a-r-rier',
    'step 12',
  ),
  tokenIn: fc.constantFrom('context', 'metadata', 'nested'),
  jitter: fc.nat({ max: 900_000 }),
});

/** Events of one rank: samples with drift, spikes, missing counters, and names of collectives here and there. */
export function memorySeries(rank: number, worldSize: number, session: string | null): fc.Arbitrary<JsonObject[]> {
  return shape.chain((given) =>
    fc.array(perSample, { minLength: given.length, maxLength: given.length }).map((samples) =>
      samples.map((one, index): JsonObject => {
        const spike = given.spikes.find(({ at }) => at === index)?.height ?? 0;
        // Whole thousands, so that a share of them is an exact decimal and averages meet thresholds.
        const reserved = Math.ceil((one.allocated + 2 * MIB) / 1000) * 1000;
        const gap = given.base + given.slope * index + spike + (given.noisy ? one.noise : 0);
        const event: { [key: string]: JsonValue } = {
          timestamp_ns: 1_700_000_000_123_456_789n + BigInt(index) * given.stepNs + BigInt(one.jitter),
          event_type: one.type,
          rank,
          local_rank: rank,
          world_size: worldSize,
          allocator_allocated_bytes: one.allocated,
          allocator_reserved_bytes: reserved,
          allocator_inactive_bytes: given.inactiveShare === null ? null : Math.round(reserved * given.inactiveShare),
          device_used_bytes: Math.max(0, reserved + gap),
          device_total_bytes: given.total,
          context: one.tokenIn === 'context' ? one.token : null,
          metadata:
            one.tokenIn === 'metadata'
              ? { op: one.token }
              : one.tokenIn === 'nested'
                ? { a: [{ ncclAllReduce: one.token }, 1], n: 1.5 }
                : {},
        };
        if (session !== null) event['session_id'] = session;
        if (one.missing !== null) event[one.missing] = null;
        return event;
      }),
    ),
  );
}

/** Events of several ranks, interleaved rank by rank. */
export const manyRanks: fc.Arbitrary<JsonObject[]> = fc
  .integer({ min: 1, max: 4 })
  .chain((world) =>
    fc
      .subarray([0, 1, 2, 3].slice(0, world), { minLength: 1 })
      .chain((ranks) => fc.tuple(...ranks.map((rank) => memorySeries(rank, world, 's')))),
  )
  .map((series) => series.flat());
