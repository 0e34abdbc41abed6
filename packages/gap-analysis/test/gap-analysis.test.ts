import { ArgumentError } from '@stormlog/records';
import { PhaseReplayIndex } from '@stormlog/timeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  analyzeGapSeries,
  analyzeHiddenMemoryGaps,
  type CollectiveEventLike,
  collectGapSeries,
  gapFindingSchema,
  STANDARD_GAP_THRESHOLDS,
} from '../src/index.ts';
import { START_NS, sampleWithGap, TOTAL } from './sample-events.ts';

const GIB = 2 ** 30;

function seriesOf(gaps: readonly number[], fields: object = {}): CollectiveEventLike[] {
  return gaps.map((gap, step) => sampleWithGap(step, gap, fields));
}

const SPIKE = seriesOf([GIB, GIB, GIB, GIB, GIB, GIB, GIB, 4 * GIB]);

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
}

describe('equal times', () => {
  it('give no drift finding and leave the other findings', () => {
    const events = SPIKE.map((event) => ({
      ...event,
      timestamp_ns: START_NS,
      allocator_inactive_bytes: 1_500_000_000,
    }));
    const found = analyzeHiddenMemoryGaps(events).map((finding) => finding.classification);
    expect(found).toEqual(['fragmentation_like', 'transient_spike']);
  });

  it('are equal also when only their doubles are', () => {
    const gaps = [1, 2, 3, 4, 5].map((gap) => gap * GIB);
    const events = seriesOf(gaps).map((event, i) => ({
      ...event,
      timestamp_ns: 1_700_000_000_000_000_000n + BigInt(i),
    }));
    expect(analyzeHiddenMemoryGaps(events).map((finding) => finding.classification)).not.toContain('persistent_drift');
    expect(analyzeHiddenMemoryGaps(seriesOf(gaps)).map((finding) => finding.classification)).toContain(
      'persistent_drift',
    );
  });
});

describe('thresholds', () => {
  it('of 0 for the z-score is refused by name when there is a spike, and only then', () => {
    const thresholds = { ...STANDARD_GAP_THRESHOLDS, gap_spike_zscore: 0 };
    const error = thrownBy(() => analyzeHiddenMemoryGaps(SPIKE, { thresholds }));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ code: 'division_by_zero', argument: 'gap_spike_zscore' });
    expect(analyzeHiddenMemoryGaps(seriesOf([GIB, GIB, GIB]), { thresholds })).toEqual([]);
  });

  it.each(
    Object.keys(STANDARD_GAP_THRESHOLDS).flatMap((name) =>
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map((value) => [name, value] as const),
    ),
  )('%s of %d is refused by name', (name, value) => {
    const error = thrownBy(() =>
      analyzeHiddenMemoryGaps(SPIKE, { thresholds: { ...STANDARD_GAP_THRESHOLDS, [name]: value } }),
    );
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ argument: name });
  });

  it('are looked up only when the analysis comes to them', () => {
    expect(analyzeHiddenMemoryGaps(SPIKE.slice(0, 2), { thresholds: {} })).toEqual([]);
    const missing = (names: string[]): unknown => {
      const thresholds = Object.fromEntries(
        Object.entries(STANDARD_GAP_THRESHOLDS).filter(([name]) => !names.includes(name)),
      );
      return thrownBy(() => analyzeHiddenMemoryGaps(SPIKE, { thresholds }));
    };
    expect(missing(['gap_fragmentation_ratio', 'gap_spike_zscore'])).toMatchObject({
      code: 'threshold_missing',
      argument: 'gap_spike_zscore',
    });
    expect(missing(['gap_fragmentation_ratio'])).toMatchObject({ argument: 'gap_fragmentation_ratio' });
  });
});

describe('findings', () => {
  it('name the phase of their evidence and carry a copy of the remediations', () => {
    const events = [
      ...SPIKE,
      {
        event_type: 'phase_enter',
        session_id: 'run-1',
        rank: 0,
        timestamp_ns: START_NS,
        metadata: {
          phase_scope: {
            action: 'enter',
            name: 'train',
            path: ['train'],
            scope_id: 'run-1:1',
            thread_id: 1,
            thread_name: 't',
            sequence: 1,
          },
        },
      },
    ];
    const hints = ['look at the pool'];
    const [finding] = analyzeHiddenMemoryGaps(events, {
      phaseIndex: PhaseReplayIndex.fromEvents(events),
      remediations: { transient_spike: hints },
    });
    expect(finding).toMatchObject({ classification: 'transient_spike', phase_attribution: { phase_path: 'train' } });
    expect(finding?.remediation).toEqual(hints);
    expect(finding?.remediation).not.toBe(hints);
  });

  it('are made of what the schema promises', () => {
    const events = seriesOf([1, 2, 3, 4, 30].map((gap) => gap * GIB, { allocator_inactive_bytes: 1e9 }));
    const findings = analyzeHiddenMemoryGaps(events, {
      thresholds: { ...STANDARD_GAP_THRESHOLDS, gap_spike_zscore: 1, gap_drift_r_squared: 0.1 },
    });
    expect(findings.length).toBeGreaterThan(1);
    expect(gapFindingSchema.array().safeParse(findings).success).toBe(true);
  });

  it('ignore samples whose counters are unknown, other events, and junk', () => {
    const noise = [
      sampleWithGap(3, 0, { device_used_bytes: null }),
      sampleWithGap(3, 0, { device_total_bytes: 0 }),
      sampleWithGap(3, 8 * GIB, { event_type: 'allocation' }),
      sampleWithGap(3, 8 * GIB, { allocator_reserved_bytes: 'many' }),
      sampleWithGap(3, 8 * GIB, { timestamp_ns: null }),
    ];
    expect(analyzeHiddenMemoryGaps([...noise, ...SPIKE])).toEqual(analyzeHiddenMemoryGaps(SPIKE));
  });
});

describe('columns', () => {
  it('give the findings that the events give, when a caller fills them', () => {
    const gap = fc.integer({ min: -2 * GIB, max: 14 * GIB });
    const sample = fc.record({ gap, inactive: fc.option(fc.nat(2_000_000_000)), step: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 3, maxLength: 60 }), (samples) => {
        const events = samples.map(({ gap: bytes, inactive, step }) =>
          sampleWithGap(step, bytes, { allocator_inactive_bytes: inactive }),
        );
        const byHand = {
          gaps: Float64Array.from(samples, (each) => each.gap),
          gap_ratios: Float64Array.from(samples, (each) => each.gap / TOTAL),
          timestamps_ns: BigInt64Array.from(samples, (each) => START_NS + BigInt(each.step) * 100_000_000n),
          fragmentation_ratios: Float64Array.from(samples, (each) =>
            each.inactive === null ? Number.NaN : each.inactive / 2_000_000_000,
          ),
          event_indexes: samples.map((_, index) => index),
        };
        expect(analyzeGapSeries(byHand)).toEqual(analyzeHiddenMemoryGaps(events));
        expect(analyzeGapSeries(structuredClone(collectGapSeries(events)))).toEqual(analyzeHiddenMemoryGaps(events));
      }),
      { seed: 20261130, numRuns: 200 },
    );
  });
});
