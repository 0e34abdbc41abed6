import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCollectiveAttributions } from '../src/collectives/merge-collective-attributions.ts';
import { countSynchronizedRanks } from '../src/collectives/synchronized-ranks.ts';
import {
  attributeCollectiveMemory,
  attributeCollectiveSpikes,
  type CollectiveAttribution,
  type CollectiveEventLike,
  collectCollectiveSamples,
  collectiveAttributionSchema,
  collectiveRankSpikesSchema,
  detectCollectiveSpikes,
  resolveCollectiveAttributionConfig,
} from '../src/index.ts';
import { START_NS, sampleWithGap } from './sample-events.ts';

const SEED = 20261130;
const CONFIG = resolveCollectiveAttributionConfig('high', { min_confidence: 0.05 });

/** Events of up to four ranks with quiet samples, spikes and communication, in a shuffled order. */
const jobEvents = fc
  .array(
    fc.record({
      rank: fc.nat(3),
      step: fc.nat(40),
      kind: fc.constantFrom('quiet', 'quiet', 'quiet', 'quiet', 'spike', 'marker'),
      noise: fc.nat(1_000_000),
    }),
    { minLength: 20, maxLength: 120 },
  )
  .map((rows) =>
    rows.map(({ rank, step, kind, noise }): CollectiveEventLike => {
      const fields = { rank, world_size: noise % 3 === 0 ? 4 : 0 };
      if (kind === 'marker') return sampleWithGap(step, noise, { ...fields, event_type: 'nccl' });
      return sampleWithGap(step, kind === 'spike' ? 3e9 + noise : 3e7 + noise, fields);
    }),
  );

describe('synchronised ranks', () => {
  it('are those that a scan of all pairs finds', () => {
    const spikes = fc.array(
      fc.record({ rank: fc.nat(5), timestamp_ns: fc.bigInt({ min: -20n, max: 60n }).map((time) => START_NS + time) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(spikes, fc.bigInt({ min: 0n, max: 15n }), (list, window) => {
        const expected = list.map((spike) => {
          const near = list.filter((other) => {
            const distance = other.timestamp_ns - spike.timestamp_ns;
            return distance <= window && -distance <= window;
          });
          return new Set(near.map((other) => other.rank)).size;
        });
        expect([...countSynchronizedRanks(list, window)]).toEqual(expected);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe('communication times near a spike', () => {
  it('are those that a scan of all times finds, ends included', () => {
    const times = fc.array(fc.bigInt({ min: -300_000_000n, max: 300_000_000n }), { maxLength: 30 });
    fc.assert(
      fc.property(times, fc.constantFrom(0n, 100_000_000n, 180_000_000n), (offsets, window) => {
        const at = START_NS + 500_000_000n;
        const markers = [...offsets, window, -window].map((offset) =>
          sampleWithGap(0, 0, { event_type: 'barrier', timestamp_ns: at + offset }),
        );
        const samples = [1, 2, 3, 2, 1, 4000].map((gap, step) => sampleWithGap(step, gap * 1e6));
        const config = { ...CONFIG, marker_window_ns: window };
        const { spikes } = detectCollectiveSpikes(collectCollectiveSamples(0, [...markers, ...samples]), config);
        const near = [...offsets, window, -window].filter((offset) => offset <= window && -offset <= window);
        const sorted = near.sort((a, b) => Number(a - b));
        expect(spikes).toEqual([
          expect.objectContaining({
            timestamp_ns: at,
            communication_count: near.length,
            first_communication_ns: at + sorted[0]!,
            last_communication_ns: at + sorted.at(-1)!,
          }),
        ]);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe('intervals', () => {
  const attribution = fc
    .record({ rank: fc.nat(2), start: fc.nat(60), length: fc.nat(8), confidence: fc.nat(1000), hits: fc.nat(5) })
    .map(
      ({ rank, start, length, confidence, hits }): CollectiveAttribution => ({
        rank,
        interval_start_ns: BigInt(start),
        interval_end_ns: BigInt(start + length),
        classification: confidence < 600 ? 'collective_suspect' : 'collective_likely',
        confidence: confidence / 1000,
        reason_codes: [hits > 2 ? 'marker_collective_token' : 'weak_marker_signal'],
        evidence: {
          marker_hits: hits,
          synchronized_ranks: 1,
          expected_world_size: 3,
          synchrony_ratio: 0,
          peak_gap_bytes: start,
          peak_gap_ratio: hits === 0 ? null : start / 100,
          robust_zscore: length,
        },
        phase_attribution: null,
      }),
    );

  it('are merged into the connected pieces of each rank, each with the largest of its evidence', () => {
    fc.assert(
      fc.property(fc.array(attribution, { maxLength: 25 }), (list) => {
        const merged = mergeCollectiveAttributions(list);
        const expected = connectedPieces(list);
        expect(
          merged.map(({ rank, interval_start_ns, interval_end_ns }) => [rank, interval_start_ns, interval_end_ns]),
        ).toEqual(expected.map(({ rank, start, end }) => [rank, start, end]));
        for (const [i, { members }] of expected.entries()) {
          const { evidence, confidence, reason_codes } = merged[i]!;
          expect(confidence).toBe(Math.max(...members.map((member) => member.confidence)));
          expect(evidence.marker_hits).toBe(Math.max(...members.map((member) => member.evidence.marker_hits)));
          const ratios = members.map((member) => member.evidence.peak_gap_ratio).filter((ratio) => ratio !== null);
          expect(evidence.peak_gap_ratio).toBe(ratios.length === 0 ? null : Math.max(...ratios));
          expect(reason_codes).toEqual([...new Set(members.flatMap((member) => member.reason_codes))].sort());
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  function connectedPieces(list: readonly CollectiveAttribution[]) {
    let pieces = list.map((member) => ({
      rank: member.rank,
      start: member.interval_start_ns,
      end: member.interval_end_ns,
      members: [member],
    }));
    for (let changed = true; changed; ) {
      changed = false;
      for (const piece of pieces) {
        const other = pieces.find(
          (each) => each !== piece && each.rank === piece.rank && each.start <= piece.end && piece.start <= each.end,
        );
        if (other === undefined) continue;
        if (other.start < piece.start) piece.start = other.start;
        if (other.end > piece.end) piece.end = other.end;
        piece.members.push(...other.members);
        pieces = pieces.filter((each) => each !== other);
        changed = true;
        break;
      }
    }
    return pieces.sort((a, b) => a.rank - b.rank || Number(a.start - b.start));
  }
});

describe('attribution rank by rank', () => {
  it('is the attribution of all events at once, whatever the order of ranks and events, and survives a copy', () => {
    let found = 0;
    fc.assert(
      fc.property(jobEvents, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (events, order) => {
        const whole = attributeCollectiveMemory(events, { config: CONFIG });
        const parts = order.map((rank) =>
          detectCollectiveSpikes(
            collectCollectiveSamples(
              rank,
              events.filter((event) => event.rank === rank),
            ),
            CONFIG,
          ),
        );
        expect(collectiveRankSpikesSchema.array().safeParse(parts).success).toBe(true);
        expect(collectiveAttributionSchema.array().safeParse(whole).success).toBe(true);
        expect(attributeCollectiveSpikes(structuredClone(parts), CONFIG)).toEqual(whole);
        found += whole.length;
      }),
      { seed: SEED, numRuns: 150 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('counts a rank that is given in several parts once', () => {
    const spikesOf = (rank: number) =>
      detectCollectiveSpikes(
        collectCollectiveSamples(
          rank,
          [1, 2, 3, 2, 1, 4000].map((gap, step) => sampleWithGap(step, gap * 1e6, { rank, world_size: 0 })),
        ),
        CONFIG,
      );
    const [first] = attributeCollectiveSpikes([spikesOf(0), spikesOf(0), spikesOf(1)], CONFIG);
    expect(first?.evidence).toMatchObject({ synchronized_ranks: 2, expected_world_size: 2, synchrony_ratio: 1 });
  });

  it('refuses a gap that is no safe integer', () => {
    const event = sampleWithGap(0, 0, { device_used_bytes: 2n ** 60n, allocator_reserved_bytes: 0 });
    expect(() => collectCollectiveSamples(0, [event])).toThrowError(
      expect.objectContaining({ code: 'number_out_of_range', field: 'device_used_bytes' }),
    );
  });
});
