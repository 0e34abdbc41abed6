import type { EncodedTrack, Precision } from '../page-data.ts';
import { COUNTERS, type CounterName } from './counter-name.ts';
import { base64Of, quantize } from './quantize.ts';
import { longestJoin } from './sample-gaps.ts';
import type { Track } from './track.ts';

/**
 * The kept samples of a track for the page. Where samples lie so far apart that nothing is known of the time between, a
 * row without values is put in, so that no line is drawn.
 */
export function encodeTrack(
  track: Track,
  kept: Uint32Array,
  counters: readonly CounterName[],
  { precision, spanNs }: { readonly precision: Precision; readonly spanNs: number },
): EncodedTrack {
  const rows = rowsWithPauses(track, kept);
  const times = Float64Array.from(rows, ({ time }) => time);
  const columns = COUNTERS.filter((name) => counters.includes(name) && track.columns.has(name)).map((name) => {
    const source = track.columns.get(name)!;
    return { name, values: Float64Array.from(rows, ({ index }) => (index < 0 ? Number.NaN : source[index]!)) };
  });
  return {
    rank: track.rank,
    device: track.device === null ? null : `${track.device.host} device ${track.device.device_id}`,
    samples: track.times.length,
    kept: kept.length,
    rows: rows.length,
    precision,
    times: encodeTimes(times, precision, spanNs),
    columns: columns.map(({ name, values }) => ({
      name,
      ...(precision === 'exact' ? { base: 0, step: 1, data: base64Of(values) } : quantize(values)),
    })),
  };
}

function encodeTimes(times: Float64Array, precision: Precision, spanNs: number): string {
  if (precision === 'exact') return base64Of(times);
  const codes = precision === 'fine' ? new Uint32Array(times.length) : new Uint16Array(times.length);
  const top = precision === 'fine' ? 0xffffffff : 0xffff;
  for (let i = 0; i < times.length; i++) codes[i] = Math.round((times[i]! / (spanNs || 1)) * top);
  return base64Of(codes);
}

interface Row {
  readonly time: number;
  /** −1 for a row without values. */
  readonly index: number;
}

function rowsWithPauses({ times }: Track, kept: Uint32Array): Row[] {
  const join = longestJoin(times);
  const rows: Row[] = [];
  for (const index of kept) {
    const before = index > 0 ? times[index - 1]! : null;
    if (before !== null && times[index]! - before > join) rows.push({ time: (before + times[index]!) / 2, index: -1 });
    rows.push({ time: times[index]!, index });
  }
  return rows;
}
