import type { TraceCapture } from '@stormlog/capture';
import { ArgumentError, type JsonObject } from '@stormlog/records';
import type { TraceDetail } from '../trace/activity-groups.ts';
import { type CaptureTraceOptions, captureTrace } from '../trace/capture-trace.ts';
import { loadKinetoTrace } from './load-kineto-trace.ts';
import type { ReadTraceOptions } from './trace-bytes.ts';

/** Options of {@link importKinetoTrace}. */
export type ImportKinetoOptions = CaptureTraceOptions &
  ReadTraceOptions & { readonly detail?: TraceDetail | undefined };

/**
 * The capture of one Kineto trace (docs/formats/trace-collectors.md §3–§8).
 *
 * @throws ArgumentError for another `detail`, before the file is touched
 * @throws InvalidRecordError, ArtifactError that name the file
 */
export async function importKinetoTrace(
  path: string,
  options: ImportKinetoOptions,
): Promise<TraceCapture & { readonly summary: JsonObject }> {
  if (options.detail !== undefined && options.detail !== 'launch' && options.detail !== 'kernel') {
    throw new ArgumentError('detail', 'detail must be launch or kernel');
  }
  return await captureTrace(await loadKinetoTrace(path, options), path, options);
}
