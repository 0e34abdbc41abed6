/** Turns a median absolute deviation into a standard deviation of a normal distribution. */
export const MAD_TO_SIGMA = 1.4826;

/** Ascending copy of the values that are numbers. */
export function sortedNumbers(values: Iterable<number>): Float64Array {
  // Copying a list by its indices is many times as fast as by its iterator.
  const copy =
    values instanceof Float64Array
      ? values.slice()
      : Array.isArray(values)
        ? new Float64Array(values)
        : Float64Array.from(values);
  copy.sort();
  // NaN sorts to the end.
  let count = copy.length;
  while (count > 0 && Number.isNaN(copy[count - 1]!)) count--;
  return count === copy.length ? copy : copy.subarray(0, count);
}

/** Median of the values that are numbers; of an even count the mean of the two in the middle; NaN without any. */
export function median(values: Iterable<number>): number {
  return medianOfSorted(sortedNumbers(values));
}

export function medianOfSorted(sorted: Float64Array): number {
  return quantileOfSorted(sorted, 0.5);
}

/** Linear interpolation between the order statistics; NaN without values. */
export function quantileOfSorted(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (place - below);
}

/**
 * Robust standard deviation: 1.4826 times the median absolute deviation from the median (Hampel, “The influence curve
 * and its role in robust estimation”, JASA 69, 1974).
 */
export function robustSigma(values: Iterable<number>): number {
  const sorted = sortedNumbers(values);
  const centre = medianOfSorted(sorted);
  return MAD_TO_SIGMA * median(sorted.map((value) => Math.abs(value - centre)));
}

/**
 * Noise of a series of any trend: the robust deviation of its second differences, divided by √6, which is that of
 * independent noise (Gasser, Sroka and Jennen-Steinmetz, Biometrika 73, 1986).
 */
export function noiseOf(values: Float64Array): number {
  const kept = values.filter((value) => !Number.isNaN(value));
  if (kept.length < 3) return 0;
  const second = new Float64Array(kept.length - 2);
  for (let i = 0; i < second.length; i++) second[i] = kept[i]! - 2 * kept[i + 1]! + kept[i + 2]!;
  return (MAD_TO_SIGMA * median(second.map(Math.abs))) / Math.sqrt(6);
}
