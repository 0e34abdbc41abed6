import type { ReadingTotals } from '../diagnosis/reading-totals.ts';
import { counted } from '../units/counted.ts';

/** One sentence about what was read and what was not: `Read 13 files with 1,456 events; skipped 2 lines of 1 file`. */
export function readingSentence(totals: ReadingTotals): string {
  const skipped = [
    ...(totals.rejected > 0
      ? [`${counted(totals.rejected, 'record')} of ${counted(totals.files_with_rejected, 'file')}`]
      : []),
    ...(totals.torn_tails > 0 ? [counted(totals.torn_tails, 'torn last line')] : []),
    ...(totals.useless_files > 0 ? [`${counted(totals.useless_files, 'file')} without a usable event`] : []),
  ];
  const repeated =
    totals.repeated_files > 0 ? `; ${counted(totals.repeated_files, 'input')} given twice and read once` : '';
  const copies = totals.duplicates > 0 ? `; ${counted(totals.duplicates, 'event')} met twice and kept once` : '';
  const rest = skipped.length > 0 ? `; skipped ${skipped.join(', ')}` : '';
  return `Read ${counted(totals.files, 'file')} with ${counted(totals.events, 'event')}${rest}${repeated}${copies}`;
}
