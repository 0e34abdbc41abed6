import { InvalidRecordError } from '@stormlog/records';
import type { SinkManifest, SinkSegment } from '../sink/manifest.ts';
import type { RollupCoverage } from './rollup-schema.ts';

/** What has been deleted of a sink; null where it is not known. */
export interface PrunedCounts {
  readonly pruned_segment_count?: number | null | undefined;
  readonly pruned_bytes?: number | null | undefined;
}

/**
 * What a manifest lists, as rollups record it; nothing without a manifest (docs/formats/rollups.md §1).
 *
 * @throws InvalidRecordError `number_out_of_range` for a sum or a count beyond 2^53−1
 */
export function rollupCoverageFromManifest(
  manifest: Pick<SinkManifest, 'segments'> | null,
  pruned: PrunedCounts = {},
): RollupCoverage {
  const segments = manifest?.segments ?? [];
  return {
    retained_segment_filenames: segments.map((segment) => segment.filename),
    retained_segment_count: segments.length,
    retained_event_count: safe('retained_event_count', sumOf(segments, 'event_count')),
    retained_bytes: safe('retained_bytes', sumOf(segments, 'size_bytes')),
    pruned_segment_count: safe('pruned_segment_count', pruned.pruned_segment_count ?? null),
    pruned_bytes: safe('pruned_bytes', pruned.pruned_bytes ?? null),
  };
}

function sumOf(segments: readonly SinkSegment[], field: 'event_count' | 'size_bytes'): number {
  return segments.reduce((sum, segment) => sum + segment[field], 0);
}

function safe<Count extends number | null>(field: string, count: Count): Count {
  if (count === null || Number.isSafeInteger(count)) return count;
  throw new InvalidRecordError('number_out_of_range', `${field} is beyond 2^53−1`, { field });
}
