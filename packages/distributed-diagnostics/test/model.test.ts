import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ArgumentError } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildDistributedModel,
  collectAnomalyCandidates,
  combineRankSummaries,
  expectedRanks,
  groupEventsByRank,
  summarizeRank,
} from '../src/index.ts';
import { GIB, madeEvent, madeSamples, START_NS } from './made-events.ts';

const at = (index: number): bigint => START_NS + BigInt(index) * 100_000_000n;

/** Samples of a rank with a spike of hidden memory, a drift on demand, alerts and a phase. */
function eventfulRank(
  rank: number,
  options: { readonly drift?: boolean; readonly spikeAt?: number; readonly worldSize?: number } = {},
): TelemetryEvent[] {
  const common = { rank, world_size: options.worldSize ?? 3, session_id: 'run' };
  const samples = madeSamples(20, {
    ...common,
    at: (i) => ({
      device_used_bytes: 12 * GIB + (options.drift ? i * GIB : 0) + (i === options.spikeAt ? 9 * GIB : 0) + (i % 3),
      context: i === options.spikeAt ? 'ncclAllReduce' : null,
    }),
  });
  const scope = {
    name: 'step',
    path: ['epoch', 'step'],
    scope_id: `${rank}:1`,
    thread_id: 1,
    thread_name: 'main',
    sequence: 1,
  };
  return [
    madeEvent({
      ...common,
      timestamp_ns: at(2),
      event_type: 'phase_enter',
      metadata: { phase_scope: { action: 'enter', ...scope } },
    }),
    ...samples,
    madeEvent({ ...common, timestamp_ns: at(5), event_type: 'warning', context: 'low memory' }),
    madeEvent({ ...common, timestamp_ns: at(6), event_type: 'warning', context: 'again' }),
    madeEvent({
      ...common,
      timestamp_ns: at(9),
      event_type: 'phase_exit',
      metadata: { phase_scope: { action: 'exit', ...scope, sequence: 2 } },
    }),
  ];
}

describe('buildDistributedModel', () => {
  it('shows the first anomaly of each rank with its phase, and the ranks that are missing', () => {
    const model = buildDistributedModel([...eventfulRank(2, { drift: true }), ...eventfulRank(0, { spikeAt: 8 })]);

    expect(model.missing_ranks).toEqual([1]);
    expect(model.rows).toMatchObject([
      {
        rank: 0,
        samples: 20,
        first_anomaly_signal: 'alert:warning',
        first_anomaly_timestamp_ns: at(5),
        first_anomaly_phase_path: 'epoch / step',
      },
      { rank: 1, availability: 'missing', samples: 0, allocated_delta_bytes: null },
      {
        rank: 2,
        first_anomaly_signal: 'gap_ratio_breach',
        first_anomaly_timestamp_ns: at(4),
        hidden_gap_peak_abs_bytes: 19 * GIB + 1,
      },
    ]);
    expect(model.indicators).toMatchObject([
      {
        kind: 'earliest',
        rank: 2,
        signal: 'gap_ratio_breach',
        details: expect.stringMatching(/5\.0%.*phase: epoch \/ step$/),
      },
      { kind: 'most_severe', severity: 'critical' },
    ]);
  });

  it('cuts rows, timelines, indicators and markers by the filter, but neither warnings nor what the ranks say of each other', () => {
    const events = [
      ...eventfulRank(0, { spikeAt: 8 }),
      ...eventfulRank(1, { spikeAt: 8 }),
      ...eventfulRank(2, { spikeAt: 8, worldSize: 4 }),
    ];

    const whole = buildDistributedModel(events);
    const one = buildDistributedModel(events, { ranks: [1, 3, 99] });

    expect(one.expected_ranks).toEqual([1, 3]);
    expect(one.rows).toEqual([whole.rows[1], whole.rows[3]]);
    expect([...one.per_rank_timelines.keys()]).toEqual([1]);
    expect([...one.markers_by_rank.keys()]).toEqual([1]);
    expect(one.warnings).toEqual(whole.warnings);
    expect(whole.warnings).toMatchObject([{ code: 'world_size_conflict' }]);
    expect(buildDistributedModel(events, { ranks: [] })).toMatchObject({
      rows: [],
      indicators: [],
      expected_ranks: [],
    });
  });

  it('says that there are no events', () => {
    expect(buildDistributedModel([])).toMatchObject({ rows: [], warnings: [{ code: 'no_events' }] });
  });

  it('keeps NaN, never 0, where a counter was not measured', () => {
    const samples = madeSamples(2, { at: (i) => (i === 0 ? {} : { allocator_reserved_bytes: null }) });

    const model = buildDistributedModel(samples);

    expect(model.per_rank_timelines.get(0)).toEqual({
      timestamps_ns: BigInt64Array.of(at(0), at(1)),
      allocated: Float64Array.of(10 * GIB, 10 * GIB + 1),
      reserved: Float64Array.of(12 * GIB, Number.NaN),
      gap: Float64Array.of(0, Number.NaN),
    });
    expect(model.rows[0]).toMatchObject({ reserved_delta_bytes: null, hidden_gap_latest_bytes: 0 });
  });

  it('shows the use of the device where no sample has an allocator', () => {
    const nothing = { allocator_allocated_bytes: null, allocator_reserved_bytes: null, allocator_change_bytes: null };
    const samples = madeSamples(3, {
      ...nothing,
      at: (i) => ({ ...nothing, device_used_bytes: i === 1 ? null : i + 14 }),
    });

    const model = buildDistributedModel(samples);

    expect(model.per_rank_timelines.get(0)).toEqual({
      timestamps_ns: BigInt64Array.of(at(0), at(2)),
      device_used: Float64Array.of(14, 16),
    });
    expect(model.rows[0]).toMatchObject({ device_used_delta_bytes: 2, allocated_delta_bytes: null });
    expect(model.warnings).toMatchObject([{ code: 'allocator_counters_unavailable_device_only' }]);
  });

  it('does not wrap times beyond the signed 64-bit range', () => {
    const late = 2n ** 63n;
    const model = buildDistributedModel([madeEvent(), madeEvent({ timestamp_ns: late, event_type: 'sample' })]);

    expect(model.per_rank_timelines.get(0)?.timestamps_ns).toEqual([START_NS, late]);
  });

  it('does not list the ranks of a world that cannot be believed', () => {
    const huge = { ...madeEvent(), world_size: 4_294_967_295 };

    const model = buildDistributedModel([huge, madeEvent({ rank: 1 })]);

    expect(model.expected_ranks).toEqual([0, 1]);
    expect(model.warnings).toMatchObject([{ code: 'world_size_ignored', world_size: 4_294_967_295 }]);
    expect(expectedRanks([huge, madeEvent({ rank: 1 })])).toEqual([0, 1]);
  });

  it('takes any number of ranks', () => {
    const events = Array.from({ length: 3000 }, (_, rank) => madeEvent({ rank, world_size: 200_000 }));

    const model = buildDistributedModel(events);

    expect(model.present_ranks).toHaveLength(3000);
    expect(model.missing_ranks).toHaveLength(197_000);
  });

  it('finds the other findings when all times are equal', () => {
    const samples = madeSamples(20, {
      at: (i) => ({ timestamp_ns: START_NS, device_used_bytes: 12 * GIB + (i === 7 ? 9 * GIB : i) }),
    });

    const signals = collectAnomalyCandidates(samples).map(({ signal }) => signal);

    expect(signals).toContain('gap:transient_spike');
    expect(signals).not.toContain('gap:persistent_drift');
  });
});

describe('a rank with several devices', () => {
  const quiet = madeSamples(6, { device_id: 0, at: (i) => ({ device_used_bytes: 12 * GIB + i }) });
  const leaky = madeSamples(6, {
    device_id: 1,
    from: START_NS + 5n,
    at: (i) => ({ allocator_allocated_bytes: GIB * (i + 1), device_used_bytes: 12 * GIB + i * GIB }),
  });

  it('is one series a device; its figures are those of the device with the largest gap', () => {
    const model = buildDistributedModel([...quiet, ...leaky]);

    expect(model.rows[0]).toMatchObject({
      samples: 12,
      allocated_delta_bytes: 5 * GIB,
      hidden_gap_peak_abs_bytes: 5 * GIB,
    });
    expect(model.devices?.get(0)).toMatchObject([
      { host: 'node0', device_id: 0, samples: 6, allocated_delta_bytes: 5, hidden_gap_peak_abs_bytes: 5 },
      { host: 'node0', device_id: 1, samples: 6, allocated_delta_bytes: 5 * GIB },
    ]);
    expect(model.per_rank_timelines.get(0)?.timestamps_ns).toHaveLength(6);
  });

  it('does not mistake the jump between devices for a spike', () => {
    const big = madeSamples(20, { device_id: 1, device_used_bytes: 60 * GIB });
    const small = madeSamples(20, { device_id: 0, from: START_NS + 7n });

    const signals = new Set(collectAnomalyCandidates([...small, ...big]).map(({ signal }) => signal));

    expect(signals).toEqual(new Set(['gap_ratio_breach']));
  });

  it('goes by growth when no device has a gap', () => {
    const flat = madeSamples(3, { device_id: 0, allocator_reserved_bytes: null });
    const growing = madeSamples(3, {
      device_id: 1,
      allocator_reserved_bytes: null,
      at: (i) => ({ allocator_allocated_bytes: i * GIB }),
    });

    expect(buildDistributedModel([...growing, ...flat]).rows[0]).toMatchObject({
      samples: 6,
      allocated_delta_bytes: 2 * GIB,
    });
  });

  it('is a rank on two hosts too, and one device leaves no map', () => {
    const elsewhere = madeSamples(2, { host: 'node1', from: START_NS + 1n });

    expect(buildDistributedModel([...madeSamples(2), ...elsewhere]).devices?.get(0)).toMatchObject([
      { host: 'node0' },
      { host: 'node1' },
    ]);
    expect(buildDistributedModel(madeSamples(2)).devices).toBeUndefined();
  });
});

describe('collectAnomalyCandidates', () => {
  it('gives every alert and breach, where the model keeps the first of each signal', () => {
    const events = eventfulRank(0, { drift: true });

    const candidates = collectAnomalyCandidates(events);
    const kept = summarizeRank(events).candidates;

    expect(candidates.filter(({ signal }) => signal === 'alert:warning')).toHaveLength(2);
    expect(candidates.filter(({ signal }) => signal === 'gap_ratio_breach').length).toBeGreaterThan(10);
    expect(kept.filter(({ signal }) => signal === 'alert:warning' || signal === 'gap_ratio_breach')).toHaveLength(2);
    for (const candidate of kept) expect(candidates).toContainEqual(candidate);
  });

  it('gives the row its first anomaly and the model its indicators', () => {
    fc.assert(
      fc.property(events(), (made) => {
        const candidates = collectAnomalyCandidates(made);
        const model = buildDistributedModel(made);

        const weight = { info: 1, warning: 2, critical: 3 };
        const earliest = candidates.reduce<(typeof candidates)[number] | null>(
          (a, b) => (a === null || b.timestamp_ns < a.timestamp_ns ? b : a),
          null,
        );
        const worst = candidates.reduce<(typeof candidates)[number] | null>((a, b) => {
          if (a === null) return b;
          const difference = weight[b.severity] - weight[a.severity];
          return difference > 0 || (difference === 0 && b.timestamp_ns < a.timestamp_ns) ? b : a;
        }, null);
        expect(model.indicators.map(({ kind: _kind, details: _details, ...indicator }) => indicator)).toEqual(
          [earliest, worst].flatMap((found) => {
            if (found === null) return [];
            const { details: _details, ...indicator } = found;
            return [indicator];
          }),
        );
      }),
      { seed: 23, numRuns: 60 },
    );
  });
});

describe('rank summaries', () => {
  it('give the same model in any order, and after being cloned', () => {
    fc.assert(
      fc.property(events(), fc.infiniteStream(fc.nat({ max: 1000 })), (made, keys) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, key: keys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);

        const summaries = shuffled([...groupEventsByRank(made).values()]).map((own) =>
          structuredClone(summarizeRank(own)),
        );

        expect(combineRankSummaries(shuffled(summaries))).toEqual(buildDistributedModel(made));
      }),
      { seed: 29, numRuns: 60 },
    );
  });

  it('survive the way through a worker thread', async () => {
    const made = [...eventfulRank(0, { spikeAt: 8 }), ...eventfulRank(1, { drift: true })];
    const worker = new Worker(
      "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (m) => parentPort.postMessage(m));",
      { eval: true },
    );
    const summaries = [...groupEventsByRank(made).values()].map(summarizeRank);

    worker.postMessage(summaries);
    const [returned]: unknown[] = await once(worker, 'message');
    await worker.terminate();

    expect(returned).toEqual(summaries);
    expect(combineRankSummaries(summaries)).toEqual(buildDistributedModel(made));
  });

  it('do not depend on the order of the events of equal rank and different time', () => {
    const made = eventfulRank(0, { spikeAt: 8 });

    expect(summarizeRank(made.toReversed())).toEqual(summarizeRank(made));
  });

  it('are refused for no events, for several ranks, and twice for one rank', () => {
    const one = summarizeRank(madeSamples(1));

    expect(() => summarizeRank([])).toThrow(ArgumentError);
    expect(() => summarizeRank([madeEvent(), madeEvent({ rank: 1 })])).toThrow(ArgumentError);
    expect(() => combineRankSummaries([one, one])).toThrow(ArgumentError);
  });
});

/** Events of a few ranks, devices and types whose gaps differ. */
function events(): fc.Arbitrary<TelemetryEvent[]> {
  const one = fc.record({
    rank: fc.nat({ max: 3 }),
    device_id: fc.constantFrom(0, 0, 0, 1),
    timestamp_ns: fc.nat({ max: 40 }).map(at),
    event_type: fc.constantFrom('sample', 'sample', 'sample', ' Sample', 'warning', 'error', 'peak'),
    context: fc.constantFrom(null, 'ncclAllReduce', 'step'),
    device_used_bytes: fc.constantFrom(12, 12, 12, 13, 25, 5).map((gib) => gib * GIB),
    allocator_allocated_bytes: fc.constantFrom(10 * GIB, 11 * GIB, null),
  });
  return fc.array(
    one.map((fields) => madeEvent({ ...fields, world_size: 5 })),
    { minLength: 1, maxLength: 80 },
  );
}
