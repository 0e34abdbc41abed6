import type { EncodedTrack } from '../../src/html/page-data.ts';
import type { CounterName } from '../../src/html/series/counter-name.ts';
import type { QuantizedColumn } from '../../src/html/series/quantized-column.ts';
import { NO_VALUE } from '../../src/html/series/quantized-column.ts';

/** Columns of one track; null where nothing was measured. */
export interface DecodedTrack {
  /** Seconds since the start, ascending. */
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<CounterName, readonly (number | null)[]>;
}

export function decodeTrack(track: EncodedTrack, span: number): DecodedTrack {
  return {
    times: decodeTimes(track, span),
    columns: new Map(
      track.columns.map((column) => [
        column.name,
        track.precision === 'exact' ? exactValues(column.data ?? '') : withNulls(decodeColumn(column, track.rows)),
      ]),
    ),
  };
}

function decodeTimes({ times, precision }: EncodedTrack, span: number): number[] {
  const buffer = bytesOf(times).buffer;
  if (precision === 'exact') return Array.from(new Float64Array(buffer), (ns) => ns / 1e9);
  return precision === 'fine'
    ? Array.from(new Uint32Array(buffer), (code) => (code / 0xffffffff) * span)
    : Array.from(new Uint16Array(buffer), (code) => (code / 0xffff) * span);
}

function exactValues(data: string): (number | null)[] {
  return withNulls(new Float64Array(bytesOf(data).buffer));
}

/** A quantised column as numbers; NaN where nothing was measured. */
export function decodeColumn({ base, step, data }: QuantizedColumn, length: number): Float64Array {
  const values = new Float64Array(length);
  if (data === null) return values.fill(base);
  const codes = new Uint16Array(bytesOf(data).buffer);
  for (let i = 0; i < length; i++) {
    const code = codes[i] ?? NO_VALUE;
    values[i] = code === NO_VALUE ? Number.NaN : base + code * step;
  }
  return values;
}

function withNulls(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
