import { type FileSource, type LineFault, readJsonLineBatches } from '@stormlog/files';
import { lineHint } from '../load/line-hint.ts';
import type { FaultCollector } from './fault-collector.ts';
import { isLegacyRecord, recordIssues } from './record-issues.ts';
import type { TelemetryFault, ValidateOptions } from './telemetry-fault.ts';

/** Every line of a JSON Lines file, a torn last line included. */
export async function* validateJsonLines(
  source: FileSource,
  collector: FaultCollector,
  options: ValidateOptions,
): AsyncGenerator<TelemetryFault, void, undefined> {
  const { path } = collector;
  const batches = readJsonLineBatches(source, {
    signal: options.signal,
    chunkBytes: options.chunkBytes,
    onProgress: ({ bytes, totalBytes }) => options.onProgress?.({ path, bytes, totalBytes }),
  });
  for await (const batch of batches) {
    let nextFault = 0;
    for (let i = 0; i <= batch.values.length; i++) {
      const line = batch.lines[i] ?? Number.POSITIVE_INFINITY;
      for (; nextFault < batch.faults.length && batch.faults[nextFault]!.line < line; nextFault++) {
        await takeFault(batch.faults[nextFault]!, source, collector);
      }
      const value = batch.values[i];
      if (value !== undefined) collector.record({ line, element: null }, recordIssues(value), isLegacyRecord(value));
    }
    yield* collector.take();
  }
}

/** A line that gave no value, with what its first bytes say about it while its fault is still listed. */
async function takeFault(fault: LineFault, source: FileSource, collector: FaultCollector): Promise<void> {
  const hint = collector.hasRoom ? await lineHint(source, fault.offset) : null;
  const torn = fault.terminated ? '' : ' (the last line is cut short: its writer was stopped in the middle of it)';
  collector.unreadableRecord(
    { line: fault.line, element: null },
    fault.error,
    (hint ? `; ${hint.observation}` : '') + torn,
  );
}
