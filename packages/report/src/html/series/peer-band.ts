/**
 * What the tracks have in each stretch, without one of them: the median and the middle 80 % (of up to ten all); NaN where
 * none was measured.
 */
export interface PeerBand {
  readonly low: Float64Array;
  readonly median: Float64Array;
  readonly high: Float64Array;
}

/** @param without a row of the grid that is no peer, or −1 */
export function peerBand(cells: Float64Array, columns: number, without: number): PeerBand {
  const band = { low: new Float64Array(columns), median: new Float64Array(columns), high: new Float64Array(columns) };
  const rows = cells.length / columns;
  const values = new Float64Array(rows);
  for (let at = 0; at < columns; at++) {
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const value = cells[row * columns + at]!;
      if (row !== without && !Number.isNaN(value)) values[count++] = value;
    }
    const sorted = values.subarray(0, count).sort();
    band.low[at] = sorted[Math.floor((count - 1) / 10)] ?? Number.NaN;
    band.median[at] = sorted[count >> 1] ?? Number.NaN;
    band.high[at] = sorted[Math.ceil(((count - 1) * 9) / 10)] ?? Number.NaN;
  }
  return band;
}
