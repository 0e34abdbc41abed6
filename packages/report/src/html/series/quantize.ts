import { NO_VALUE, type QuantizedColumn } from './quantized-column.ts';

/** Encodes a column so that no number is off by more than half a step, 1/131,068 of the range; whole bytes of a small range stay exact. */
export function quantize(values: Float64Array): QuantizedColumn {
  let base = Number.POSITIVE_INFINITY;
  let top = Number.NEGATIVE_INFINITY;
  let holes = false;
  for (const value of values) {
    if (Number.isNaN(value)) holes = true;
    else {
      if (value < base) base = value;
      if (value > top) top = value;
    }
  }
  if (base > top) return { base: 0, step: 1, data: base64Of(new Uint16Array(values.length).fill(NO_VALUE)) };
  if (base === top && !holes) return { base, step: 1, data: null };
  const range = top - base;
  const step = range <= NO_VALUE - 1 ? 1 : range / (NO_VALUE - 1);
  const codes = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    codes[i] = Number.isNaN(value) ? NO_VALUE : Math.round((value - base) / step);
  }
  return { base, step, data: base64Of(codes) };
}

/** The bytes of a typed array as base64. */
export function base64Of(array: ArrayBufferView): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}
