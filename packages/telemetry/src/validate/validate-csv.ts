import { loadTelemetryCsv } from '../csv/load-csv.ts';
import type { FaultCollector } from './fault-collector.ts';
import type { ValidateOptions } from './telemetry-fault.ts';

/** Every row of a CSV file: what the loader would reject or read only in part. */
export async function checkCsv(collector: FaultCollector, options: ValidateOptions): Promise<void> {
  const { path } = collector;
  await loadTelemetryCsv(path, {
    profile: 'query',
    onInvalid: 'skip',
    signal: options.signal,
    chunkBytes: options.chunkBytes,
    onProgress: ({ bytes, totalBytes }) => options.onProgress?.({ path, bytes, totalBytes }),
    onReport: (report) => {
      collector.count(Math.max(0, report.lines - report.blank - 1), report.rejected);
      for (const notice of report.notices) collector.notice(notice);
      collector.uncounted(report.notices_left_out);
    },
  });
}
