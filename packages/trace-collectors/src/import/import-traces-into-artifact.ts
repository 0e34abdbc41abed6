import { appendInferenceCapture, captureCapabilities, type TraceCapture } from '@stormlog/capture';
import { isInferenceEvent, readInferenceArtifact } from '@stormlog/correlation-events';
import { resolvePath } from '@stormlog/files';
import { InvalidRecordError, isJsonObject, type JsonObject } from '@stormlog/records';
import { createSessionSummary, type Environment, systemEnvironment } from '@stormlog/sessions';
import { TraceFileCollector, type TraceFileCollectorOptions } from '../collector/trace-file-collector.ts';
import { bindDeviceUuids } from '../devices/device-uuids.ts';
import { TRACE_CAPABILITIES } from '../trace/capture-trace.ts';
import { isTruthy } from '../values/trace-values.ts';

/** Options of {@link importTracesIntoArtifact}. */
export interface ImportTracesOptions extends TraceFileCollectorOptions {
  /** Default: the run envelope in the folder of the artifact. */
  readonly envelopePath?: string | undefined;
  /** Take turns with other processes of this project (default true). */
  readonly lock?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Appends what traces hold to an artifact, leaving out traces that it holds already (docs/formats/trace-collectors.md §11).
 *
 * @returns the capture that was appended; its summary also has `already_imported`
 * @throws ArtifactError, InvalidRecordError, ConflictError for an artifact, envelope or trace that cannot be used
 * @throws ArgumentError for device UUIDs that fit no trace or contradict one
 */
export async function importTracesIntoArtifact(
  artifactPath: string,
  traces: readonly string[],
  options: ImportTracesOptions = {},
): Promise<TraceCapture & { readonly summary: JsonObject }> {
  const environment: Environment = options.environment ?? systemEnvironment();
  const { runId, sessionId, imported } = await readArtifact(artifactPath, options.signal);
  const deviceUuids = await bindDeviceUuids(options.deviceUuids ?? { shared: new Map(), per_trace: new Map() }, traces);
  const rest: string[] = [];
  const already: string[] = [];
  for (const path of traces) (imported.has(await resolvePath(path)) ? already : rest).push(path);
  if (rest.length === 0) {
    return {
      capabilities: captureCapabilities({ supported: TRACE_CAPABILITIES, enabled: TRACE_CAPABILITIES, collected: [] }),
      events: [],
      attachments: [],
      summary: { traces: [], already_imported: already },
    };
  }
  const resolved = new Set(await Promise.all(rest.map((path) => resolvePath(path))));
  const perTrace = new Map([...deviceUuids.per_trace].filter(([path]) => resolved.has(path)));
  const collector = new TraceFileCollector(rest, {
    ...options,
    environment,
    deviceUuids: { shared: deviceUuids.shared, per_trace: perTrace },
  });
  let capture: (TraceCapture & { readonly summary: JsonObject }) | null = null;
  const traceCollector = {
    collect: async (context: Parameters<TraceFileCollector['collect']>[0]) => {
      capture = await collector.collect(context);
      return capture;
    },
  };
  const session = createSessionSummary(
    { source: 'stormlog.trace.import', session_id: sessionId, rank: 0, world_size: 1 },
    environment,
  );
  const { envelopePath, lock, signal } = options;
  await appendInferenceCapture(artifactPath, {
    ...{ runId, session, traceCollector, envelopePath, lock, signal, environment },
  });
  const { summary, ...others } = capture!;
  return { ...others, summary: { ...(summary as JsonObject), already_imported: already } };
}

interface ArtifactFacts {
  readonly runId: string;
  readonly sessionId: string;
  /** Resolved paths of the traces it holds. */
  readonly imported: ReadonlySet<string>;
}

async function readArtifact(path: string, signal: AbortSignal | undefined): Promise<ArtifactFacts> {
  let identity: { readonly runId: string; readonly sessionId: string } | null = null;
  const imported = new Set<string>();
  for await (const { record } of readInferenceArtifact(path, { signal })) {
    if (!isInferenceEvent(record)) continue;
    if (record.event_type === 'infer.artifact' && identity === null) {
      identity = { runId: record.context.run_id, sessionId: record.context.session_id };
    } else if (record.event_type === 'infer.capabilities' && record.component === 'trace_collector') {
      for (const trace of tracesOf(record.metadata)) imported.add(trace);
    }
  }
  if (identity !== null) return { ...identity, imported };
  throw new InvalidRecordError('record_invalid', 'the artifact does not tell its run: no infer.artifact record', {
    path,
  });
}

function tracesOf(metadata: JsonObject): string[] {
  const summary = metadata['summary'];
  const traces = isJsonObject(summary) ? summary['traces'] : null;
  if (!Array.isArray(traces)) return [];
  return traces.flatMap((trace) => {
    if (!isJsonObject(trace) || isTruthy(trace['skipped'])) return [];
    return typeof trace['path'] === 'string' ? [trace['path']] : [];
  });
}
