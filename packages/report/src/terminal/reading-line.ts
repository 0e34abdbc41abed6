import type { ReadingTotals } from '../diagnosis/reading-totals.ts';
import { counted } from '../units/counted.ts';

/** One sentence about what was read and what was not: `Read 13 files with 1,456 events; skipped 2 lines of 1 file`. */
export function readingSentence(totals: ReadingTotals): string {
  const skipped = [
    ...(totals.rejected > 0
      ? [`${counted(totals.rejected, 'record')} of ${counted(totals.files_with_rejected, 'file')}`]
      : []),
    ...(totals.torn_tails > 0 ? [counted(totals.torn_tails, 'torn last line')] : []),
    ...(totals.skipped_files > 0 ? [counted(totals.skipped_files, 'whole file')] : []),
  ];
  const repeated =
    totals.repeated_files > 0 ? `; ${counted(totals.repeated_files, 'input')} given twice and read once` : '';
  const rest = skipped.length > 0 ? `; skipped ${skipped.join(', ')}` : '';
  return `Read ${counted(totals.files, 'file')} with ${counted(totals.events, 'event')}${rest}${repeated}`;
}
