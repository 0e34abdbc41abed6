import type { ArtifactReport } from '@stormlog/distributed-diagnostics';

/** What a load read and what it left out, added up over all files. */
export interface ReadingTotals {
  readonly files: number;
  /** Events read, before copies were merged. */
  readonly events: number;
  /** Lines, rows or elements that were not used. */
  readonly rejected: number;
  readonly files_with_rejected: number;
  readonly torn_tails: number;
  readonly skipped_files: number;
  readonly repeated_files: number;
}

/** Adds up what `onReport` told during a load. */
export function addUpReports(reports: readonly ArtifactReport[]): ReadingTotals {
  const totals = {
    files: 0,
    events: 0,
    rejected: 0,
    files_with_rejected: 0,
    torn_tails: 0,
    skipped_files: 0,
    repeated_files: 0,
  };
  for (const report of reports) {
    if (report.kind === 'skipped') totals.skipped_files++;
    else if (report.kind === 'skipped_more') totals.skipped_files += report.count;
    else if (report.kind === 'repeated') totals.repeated_files++;
    else {
      totals.files++;
      totals.events += report.report.events;
      totals.rejected += report.report.rejected;
      if (report.report.rejected > 0) totals.files_with_rejected++;
      if (report.report.torn_tail) totals.torn_tails++;
    }
  }
  return totals;
}
