/** From here on the asymptotic series has full precision. */
const ASYMPTOTIC = 24;

/**
 * Γ(a + 1/2) / Γ(a) for a > 0, in full precision for any size of `a`. A difference of logarithms of Γ would lose digits
 * where `a` is large.
 */
export function gammaRatioHalf(a: number): number {
  let factor = 1;
  let shifted = a;
  for (; shifted < ASYMPTOTIC; shifted++) factor *= shifted / (shifted + 0.5);
  const square = shifted * shifted;
  const series = (-1 / 8 + (1 / 192 + (-1 / 640 + 17 / (14336 * square)) / square) / square) / shifted;
  return factor * Math.sqrt(shifted) * Math.exp(series);
}
