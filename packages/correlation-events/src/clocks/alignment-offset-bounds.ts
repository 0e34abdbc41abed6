import { isInteger } from '@stormlog/records';
import type { ClockAlignmentEvent } from '../events/clock-alignment-event.ts';

const EXECUTION_IMPORT = 'stormlog.infer.import_execution';

/**
 * The least and the greatest true offset of an alignment, in nanoseconds (docs/formats/correlation-events.md §9.1).
 * Alignments of the execution import before it stated its basis know only that the offset lies within a gap above
 * `offset_ns`.
 */
export function alignmentOffsetBounds(alignment: ClockAlignmentEvent): readonly [low: bigint, high: bigint] {
  const { metadata, offset_ns: offset, uncertainty_ns: uncertainty } = alignment;
  if (alignment.context.source === EXECUTION_IMPORT && !Object.hasOwn(metadata, 'alignment_basis')) {
    const gap = Object.hasOwn(metadata, 'gap_ns') ? metadata['gap_ns'] : undefined;
    if (isInteger(gap) && gap >= 0) return [offset, offset + BigInt(gap)];
  }
  return [offset - uncertainty, offset + uncertainty];
}
