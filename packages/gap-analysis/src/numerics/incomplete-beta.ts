import { gammaRatioHalf } from './gamma-ratio.ts';

const TINY = 1e-300;
const PRECISION = 1e-16;

/**
 * The regularised incomplete beta function I(x; a, 1/2) at x = 1 / (1 + odds). Taking the odds (1 − x) / x instead of x
 * keeps the digits of both x near 0 and x near 1.
 *
 * @param a a positive number
 * @param odds 0 … infinity
 */
export function incompleteBetaHalf(a: number, odds: number): number {
  if (odds === 0) return 1;
  if (odds === Number.POSITIVE_INFINITY) return 0;
  const x = 1 / (1 + odds);
  const rest = odds / (1 + odds);
  const logX = -Math.log1p(odds);
  // x^a · (1 − x)^(1/2) / B(a, 1/2), with B(a, 1/2) = √π · Γ(a) / Γ(a + 1/2)
  const front = (Math.exp(a * logX) * Math.sqrt(rest) * gammaRatioHalf(a)) / Math.sqrt(Math.PI);
  // The fraction converges fast only below the mean of the distribution; above it the mirrored one does.
  return x < (a + 1) / (a + 2.5)
    ? (front * continuedFraction(a, 0.5, x)) / a
    : 1 - (front * continuedFraction(0.5, a, rest)) / 0.5;
}

/** Lentz's evaluation of the continued fraction of the incomplete beta function. */
function continuedFraction(a: number, b: number, x: number): number {
  const limit = 200 + 20 * Math.ceil(Math.sqrt(Math.max(a, b)));
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= limit; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) <= PRECISION) break;
  }
  return fraction;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
