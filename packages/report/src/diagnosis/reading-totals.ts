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
  /** Files that look like telemetry and gave nothing. */
  readonly useless_files: number;
  readonly repeated_files: number;
  /** Events that were met again in another file, or twice in one, and kept once. */
  readonly duplicates: number;
}

/** Adds up what `onReport` told during a load. */
export function addUpReports(reports: readonly ArtifactReport[]): ReadingTotals {
  const totals = {
    files: 0,
    events: 0,
    rejected: 0,
    files_with_rejected: 0,
    torn_tails: 0,
    useless_files: 0,
    repeated_files: 0,
    duplicates: 0,
  };
  for (const report of reports) {
    if (report.kind === 'skipped') totals.useless_files += report.notable ? 1 : 0;
    else if (report.kind === 'skipped_more') continue;
    else if (report.kind === 'repeated') totals.repeated_files++;
    else if (report.kind === 'duplicates') totals.duplicates += report.count;
    else {
      totals.files++;
      totals.events += report.report.events;
      totals.rejected += report.report.rejected;
      totals.duplicates += report.report.duplicates;
      if (report.report.rejected > 0) totals.files_with_rejected++;
      if (report.report.torn_tail) totals.torn_tails++;
    }
  }
  return totals;
}
