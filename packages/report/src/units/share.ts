/** A share in percent with one decimal, cut off, so that 100 % is the whole; what is there is never 0. Empty without a whole. */
export function formatShare(part: bigint, whole: bigint | null): string {
  if (whole === null || whole <= 0n) return '';
  const tenths = (part * 1000n) / whole;
  if (tenths === 0n && part > 0n) return '<0.1 %';
  return `${tenths / 10n}.${tenths % 10n} %`;
}
