/**
 * A double as Python spells it: the shortest digits that read back to the same value, positional while the decimal
 * exponent is −4…15 and then always with a fraction, else `1e-05`, `1.5e+22`; `nan`, `inf`, `-inf`
 * (docs/formats/json.md §3.5).
 */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  if (size === 0) return '0.0';
  const [mantissa, exponent] = value.toExponential().split('e');
  const digits = Math.abs(Number(exponent));
  return `${mantissa}e${Number(exponent) < 0 ? '-' : '+'}${digits < 10 ? '0' : ''}${digits}`;
}
