import { InvalidRecordError, isInteger } from '@stormlog/records';
import type { ClockAlignmentEvent } from '../events/clock-alignment-event.ts';
import { alignmentOffsetBounds } from './alignment-offset-bounds.ts';

/** From which clock domain to which, by which alignments. */
export interface AlignmentRoute {
  readonly from: string;
  readonly to: string;
  readonly alignments: Iterable<ClockAlignmentEvent>;
}

/** A timestamp on another clock; the true one lies within ± the uncertainty. */
export interface AlignedTimestamp {
  readonly value_ns: bigint;
  readonly uncertainty_ns: bigint;
  readonly clock_domain: string;
}

/**
 * The alignments between the two domains that are valid at a time, in the given order: from inclusive, to exclusive
 * (docs/formats/correlation-events.md §9.2).
 */
export function coveringAlignments(timestampNs: bigint | number, route: AlignmentRoute): ClockAlignmentEvent[] {
  const covering: ClockAlignmentEvent[] = [];
  for (const alignment of route.alignments) {
    if (
      alignment.from_clock_domain === route.from &&
      alignment.to_clock_domain === route.to &&
      (alignment.valid_from_ns === null || timestampNs >= alignment.valid_from_ns) &&
      (alignment.valid_to_ns === null || timestampNs < alignment.valid_to_ns)
    ) {
      covering.push(alignment);
    }
  }
  return covering;
}

/**
 * A timestamp translated to another clock domain by the one alignment that covers it
 * (docs/formats/correlation-events.md §9.2). Alignments are neither inverted nor chained.
 *
 * @throws InvalidRecordError for a timestamp that is no integer ≥ 0, or when not exactly one alignment covers it
 */
export function alignTimestamp(timestampNs: bigint | number, route: AlignmentRoute): AlignedTimestamp {
  if (!isInteger(timestampNs) || timestampNs < 0) {
    const text = 'a timestamp must be an integer ≥ 0';
    throw new InvalidRecordError('field_invalid', text, { field: 'timestamp_ns' });
  }
  const timestamp = BigInt(timestampNs);
  if (route.from === route.to) return { value_ns: timestamp, uncertainty_ns: 0n, clock_domain: route.to };
  const [alignment, ...others] = coveringAlignments(timestamp, route);
  if (alignment === undefined || others.length > 0) {
    const found = alignment === undefined ? 'no alignment covers it' : `${others.length + 1} alignments cover it`;
    const text = `${timestamp} cannot be translated from ${route.from} to ${route.to}: ${found}`;
    throw new InvalidRecordError('record_invalid', text, { field: 'alignments' });
  }
  const [low, high] = alignmentOffsetBounds(alignment);
  const half = (high - low + 1n) / 2n;
  return { value_ns: timestamp + high - half, uncertainty_ns: half, clock_domain: route.to };
}
