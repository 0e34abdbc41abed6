import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeColumn, decodeTrack } from '../browser/data/decode.ts';
import { PageClock } from '../src/html/page-clock.ts';
import { collectSeries } from '../src/html/series/collect-series.ts';
import { GridBuilder } from '../src/html/series/grid.ts';
import { keepSamples, nearestSample } from '../src/html/series/keep-samples.ts';
import { peerBand } from '../src/html/series/peer-band.ts';
import { quantize } from '../src/html/series/quantize.ts';
import type { Track, TrackSource } from '../src/html/series/track.ts';

const SECOND = 1e9;

function track(values: readonly (number | null)[], times = values.map((_, i) => i * SECOND)): Track {
  const column = Float64Array.from(values, (value) => value ?? Number.NaN);
  return { rank: 0, device: null, times: Float64Array.from(times), columns: new Map([['allocated', column]]) };
}

const measured = fc.option(fc.integer({ min: 0, max: 1e12 }), { nil: null, freq: 8 });

describe('the samples that stand for a track', () => {
  test('are all of them when there is room', () => {
    expect([...keepSamples(track([5, 6, 7]), 3, [])]).toEqual([0, 1, 2]);
  });

  test('hold the smallest and the largest value, both ends and what is asked for', () => {
    fc.assert(
      fc.property(
        fc.array(measured, { minLength: 40, maxLength: 400 }),
        fc.integer({ min: 4, max: 60 }),
        fc.nat(),
        (values, limit, place) => {
          const wanted = (place % values.length) * SECOND;
          const kept = new Set(keepSamples(track(values), limit, [wanted]));
          const known = values.flatMap((value) => (value === null ? [] : [value]));
          const keptValues = [...kept].map((index) => values[index]);
          expect(kept.has(0) && kept.has(values.length - 1) && kept.has(place % values.length)).toBe(true);
          if (known.length > 0) {
            expect(keptValues).toContain(Math.max(...known));
            expect(keptValues).toContain(Math.min(...known));
          }
        },
      ),
      { seed: 9, numRuns: 300 },
    );
  });

  test('keep every spike of one sample, however thin', () => {
    const values = Array.from({ length: 10_000 }, (_, i) => (i % 997 === 500 ? 900 : 100));
    const kept = new Set(keepSamples(track(values), 64, []));
    const spikes = values.flatMap((value, i) => (value === 900 ? [i] : []));

    expect(kept.size).toBeLessThanOrEqual(64);
    expect(spikes.filter((index) => kept.has(index)).length).toBe(spikes.length);
  });

  test('keep both sides of a pause', () => {
    const times = Array.from({ length: 500 }, (_, i) => (i < 250 ? i : i + 100) * SECOND);
    const kept = new Set(keepSamples(track(Array(500).fill(1), times), 40, []));

    expect(kept.has(249) && kept.has(250)).toBe(true);
  });

  test('are found by time', () => {
    const times = Float64Array.from([0, 10, 20, 30]);
    expect([-5, 4, 5, 6, 15, 29, 99].map((time) => nearestSample(times, time))).toEqual([0, 0, 0, 1, 1, 3, 3]);
  });
});

describe('numbers as sixteen-bit steps', () => {
  test('are off by at most half a step, and NaN stays NaN', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.constant(Number.NaN)), {
          minLength: 1,
          maxLength: 60,
        }),
        (values) => {
          const column = quantize(Float64Array.from(values));
          const decoded = decodeColumn(column, values.length);
          values.forEach((value, i) => {
            if (Number.isNaN(value)) expect(decoded[i]).toBeNaN();
            else expect(Math.abs(decoded[i]! - value)).toBeLessThanOrEqual(column.step / 2 + 1e-6 * Math.abs(value));
          });
        },
      ),
      { seed: 9, numRuns: 500 },
    );
  });

  test('of a small range are exact, and of one value take no room', () => {
    const small = Float64Array.from([1_000_000, 1_000_123, 1_065_000]);
    expect([...decodeColumn(quantize(small), 3)]).toEqual([...small]);
    expect(quantize(new Float64Array(3).fill(7))).toEqual({ base: 7, step: 1, data: null });
  });
});

describe('the grid of ranks and time', () => {
  test('holds of each stretch the value furthest from 0, and the one before where samples are rarer than stretches', () => {
    const builder = new GridBuilder(2, 4, ['allocated'], 8 * SECOND);
    builder.add(track([1, 5, 2, 2, -9, 3, 4, 4]));
    builder.add(track([1, 2, 3, 4], [0, 2.5 * SECOND, 5 * SECOND, 7.9 * SECOND]));
    const cells = builder.finish().cells.get('allocated')!;

    expect([...cells.subarray(0, 4)]).toEqual([5, 2, -9, 4]);
    expect([...cells.subarray(4)]).toEqual([1, 2, 3, 4]);
  });

  test('is empty after the last sample and in long pauses', () => {
    const builder = new GridBuilder(1, 10, ['allocated'], 100 * SECOND);
    builder.add(
      track(
        [1, 1, 1, 2, 2],
        [0, 2, 4, 60, 62].map((time) => time * SECOND),
      ),
    );

    expect([...builder.finish().cells.get('allocated')!]).toEqual([1, NaN, NaN, NaN, NaN, NaN, 2, NaN, NaN, NaN]);
  });

  test('has a band of what the other ranks have', () => {
    const cells = Float64Array.from([1, 10, 2, 20, 3, NaN, 100, NaN]);
    expect(peerBand(cells, 2, 3)).toEqual({
      low: Float64Array.from([1, 10]),
      median: Float64Array.from([2, 20]),
      high: Float64Array.from([3, 20]),
    });
  });
});

describe('the series of a page', () => {
  const source = (rank: number, samples: number): TrackSource => ({
    rank,
    device: null,
    timeline: {
      timestamps_ns: BigInt64Array.from({ length: samples }, (_, i) => BigInt(i) * 1_000_000_000n),
      allocated: Float64Array.from({ length: samples }, (_, i) => 1e9 + ((i * 31 + rank) % 100) * 1e6),
      reserved: Float64Array.from({ length: samples }, () => 2e9),
      gap: Float64Array.from({ length: samples }, (_, i) => (i === 77 ? Number.NaN : 5e8 + i)),
    },
  });
  const clock = new PageClock(0n, 999_000_000_000n);

  test('come back exactly as they were when they are few', () => {
    const { tracks } = collectSeries([source(0, 1000)], { clock, focus: new Set(), wanted: new Map(), bytes: 1e6 });
    const { times, columns } = decodeTrack(tracks[0]!, 999);

    expect(tracks[0]!.precision).toBe('exact');
    expect(times[999]).toBe(999);
    expect(columns.get('allocated')![31]).toBe(1e9 + ((31 * 31) % 100) * 1e6);
    expect(columns.get('hidden')![77]).toBeNull();
    expect(columns.get('device_used')![78]).toBe(2e9 + 5e8 + 78);
  });

  test('keep within their bytes, the ranks in focus more finely', () => {
    const sources = [0, 1, 2, 3].map((rank) => source(rank, 1000));
    const { tracks } = collectSeries(sources, {
      clock,
      focus: new Set([2]),
      wanted: new Map([[0, [500.2e9]]]),
      bytes: 12_000,
    });
    const bytes = tracks.reduce(
      (sum, { rows, precision, columns }) =>
        sum + rows * ((precision === 'fine' ? 4 : 2) + 2 * columns.filter(({ data }) => data !== null).length),
      0,
    );

    expect(bytes).toBeLessThanOrEqual(12_000);
    expect(tracks.map(({ precision }) => precision)).toEqual(['coarse', 'coarse', 'fine', 'coarse']);
    const { times } = decodeTrack(tracks[0]!, 999);
    expect(times.some((time) => Math.abs(time - 500) < 0.02)).toBe(true);
    const fine = decodeTrack(tracks[2]!, 999);
    expect(Math.abs(fine.times[5]! - Math.round(fine.times[5]!))).toBeLessThan(1e-6);
  });

  test('are broken where a rank was silent', () => {
    const silent = {
      ...source(0, 20),
      timeline: {
        timestamps_ns: BigInt64Array.from({ length: 20 }, (_, i) => BigInt(i < 10 ? i : i + 500) * 1_000_000_000n),
        device_used: new Float64Array(20).fill(7),
      },
    };
    const { tracks } = collectSeries([silent], { clock, focus: new Set(), wanted: new Map(), bytes: 1e6 });
    const { times, columns } = decodeTrack(tracks[0]!, 999);

    expect(tracks[0]).toMatchObject({ kept: 20, rows: 21 });
    expect(columns.get('device_used')!.indexOf(null)).toBe(10);
    expect(times[10]).toBe(259.5);
  });
});
