import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { EngineAdapter, TraceCollector } from '@stormlog/capture';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** What the options of `capture append` say about the evidence. */
export interface CaptureComponents {
  readonly engineAdapter: EngineAdapter | null;
  readonly traceCollector: TraceCollector | null;
}

/**
 * The components that read the files named by the options: `--engine` and `--trace` are artifacts whose events are the
 * capture, `--attach` registers a raw trace, `--kineto` and `--nsys` name traces to read.
 */
export async function captureComponents({ values, lists }: ParsedOptions): Promise<CaptureComponents> {
  const { combineTraceCollectors } = await import('@stormlog/capture');
  const engine = values.get('engine');
  const trace = values.get('trace');
  const attached = (lists.get('attach') ?? []).map(parseAttachment);
  const collectors: TraceCollector[] = [];
  if (trace !== undefined || attached.length > 0) collectors.push(fileCollector(trace, attached));
  const traces = [...(lists.get('kineto') ?? []), ...(lists.get('nsys') ?? [])];
  if (traces.length > 0) {
    const { parseDeviceUuids, TraceFileCollector } = await import('@stormlog/trace-collectors');
    const deviceUuids = parseDeviceUuids(lists.get('device-uuid') ?? []);
    collectors.push(new TraceFileCollector(traces, { deviceUuids }));
  }
  return {
    engineAdapter: engine === undefined ? null : { collect: async ({ signal }) => readCapture(engine, signal) },
    traceCollector: combineTraceCollectors(collectors),
  };
}

interface AttachedFile {
  readonly id: string;
  readonly path: string;
}

function parseAttachment(text: string): AttachedFile {
  const at = text.indexOf('=');
  if (at > 0 && at < text.length - 1) return { id: text.slice(0, at), path: text.slice(at + 1) };
  throw new UsageError(
    '--attach',
    `--attach needs ID=PATH, not "${text}"`,
    'For example --attach kineto:r0=trace.json',
  );
}

function fileCollector(trace: string | undefined, attached: readonly AttachedFile[]): TraceCollector {
  return {
    collect: async ({ signal }) => {
      const { traceAttachment } = await import('@stormlog/capture');
      const { systemError } = await import('@stormlog/files');
      const attachments = [];
      for (const { id, path } of attached) {
        await stat(path).catch((error: unknown) => {
          throw systemError(error, path, 'collect');
        });
        // A relative path of an attachment starts at the envelope, one that was typed starts here.
        attachments.push(traceAttachment({ attachment_id: id, title: basename(path), path: resolve(path) }));
      }
      const capture = trace === undefined ? await emptyCapture() : await readCapture(trace, signal);
      return { ...capture, attachments };
    },
  };
}

async function emptyCapture() {
  const { captureCapabilities } = await import('@stormlog/capture');
  return { capabilities: captureCapabilities() };
}

async function readCapture(path: string, signal: AbortSignal | undefined) {
  const { isInferenceEvent, loadInferenceArtifact } = await import('@stormlog/correlation-events');
  const { InvalidRecordError } = await import('@stormlog/records');
  const events = [];
  for (const record of await loadInferenceArtifact(path, { signal })) {
    if (!isInferenceEvent(record)) {
      const text = 'a row of version 1 is no evidence that can be appended';
      throw new InvalidRecordError('version_unknown', text, { path, field: 'schema_version' });
    }
    events.push(record);
  }
  return { ...(await emptyCapture()), events };
}
