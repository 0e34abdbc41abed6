const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/**
 * A number of bytes for a person: `512 B`, `97.2 MiB`, `1.0 GiB`. One decimal, promoted after rounding, so never
 * `1024.0 KiB`. Use the exact number wherever a machine reads.
 *
 * @param options.sign puts `+` before positive values, for differences
 */
export function formatBinarySize(bytes: number, options: { readonly sign?: boolean | undefined } = {}): string {
  const sign = bytes < 0 ? '-' : options.sign && bytes > 0 ? '+' : '';
  let value = Math.abs(bytes);
  if (value < 1024) return `${sign}${value} B`;
  let unit = 0;
  while (Math.round(value * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${sign}${value.toFixed(1)} ${UNITS[unit]}`;
}
