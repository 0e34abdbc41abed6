/**
 * Scaled rounding: value·10^digits to the nearest integer, halves to even, divided by 10^digits again. Near ties it
 * differs from {@link roundDecimal}: 0.6245 with three places gives 0.624 (docs/formats/json.md §3.6).
 */
export function roundScaled(value: number, digits: number): number {
  const scale = 10 ** digits;
  return roundHalfToEven(value * scale) / scale;
}

function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (!(rest >= 0)) return value;
  if (rest < 0.5) return floor === 0 ? 0 * value : floor;
  if (rest > 0.5 || floor % 2 !== 0) return floor === -1 ? -0 : floor + 1;
  return floor;
}
