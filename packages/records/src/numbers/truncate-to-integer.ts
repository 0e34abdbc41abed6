import { InvalidRecordError } from '../errors/stormlog-error.ts';

/**
 * A double's exact value, its fraction cut off toward zero: −0.9 gives 0, 1e25 gives 10000000000000000905969664
 * (docs/formats/json.md §3.1).
 *
 * @throws InvalidRecordError `number_out_of_range` for an infinity, `field_invalid` for NaN
 */
export function truncateToInteger(value: number): bigint {
  if (Number.isNaN(value)) throw new InvalidRecordError('field_invalid', 'not-a-number has no integer part');
  if (!Number.isFinite(value)) throw new InvalidRecordError('number_out_of_range', 'an infinity has no integer part');
  return BigInt(Math.trunc(value));
}
