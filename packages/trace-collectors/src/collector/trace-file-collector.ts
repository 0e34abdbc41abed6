import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  type CaptureContext,
  captureCapabilities,
  type TraceAttachment,
  type TraceCapture,
  type TraceCollector,
  traceAttachment,
} from '@stormlog/capture';
import { pathName, resolvePath } from '@stormlog/files';
import { ArgumentError, ArtifactError, type JsonObject, type JsonValue } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import { bindDeviceUuids, type DeviceUuids, type UuidsByOrdinal, uuidsOfTrace } from '../devices/device-uuids.ts';
import { loadKinetoTrace } from '../kineto/load-kineto-trace.ts';
import { loadNsysSqlite } from '../nsys/load-nsys-sqlite.ts';
import { captureTrace, launchingPids, TRACE_CAPABILITIES } from '../trace/capture-trace.ts';
import type { GpuTrace } from '../trace/gpu-trace.ts';
import type { Id } from '../values/trace-values.ts';
import type { WorkerBinding, WorkerIndex } from '../workers/worker-index.ts';
import { checkSharedOrdinals, type TraceOrdinals, traceOrdinals } from './shared-ordinals.ts';

/** Options of a {@link TraceFileCollector}. */
export interface TraceFileCollectorOptions {
  /** Read with `parseDeviceUuids`. */
  readonly deviceUuids?: DeviceUuids | undefined;
  /** `launch` (default): one record for the events of a launch; anything else: one for each event. */
  readonly detail?: string | undefined;
  /** Larger files are registered but not read. */
  readonly maxBytes?: number | undefined;
  /** Names the GPUs of processes from their execution logs. */
  readonly workers?: WorkerIndex | undefined;
  /** Bytes read at a time. */
  readonly chunkBytes?: number | undefined;
  readonly environment?: Environment | undefined;
}

type Capture = TraceCapture & { readonly summary: JsonObject };

interface FileFormat {
  readonly prefix: string;
  readonly title: string;
  readonly format: string;
  readonly load: ((path: string, options: object) => Promise<GpuTrace>) | null;
}

/**
 * Reads trace files by their kind: `.sqlite` exports of Nsight Systems, `.nsys-rep` reports, which are only registered,
 * anything else as a Kineto trace (docs/formats/trace-collectors.md §10).
 */
export class TraceFileCollector implements TraceCollector {
  readonly #paths: readonly string[];
  readonly #options: TraceFileCollectorOptions;

  /** @throws ArgumentError for no path at all */
  constructor(paths: readonly string[], options: TraceFileCollectorOptions = {}) {
    if (paths.length === 0) throw new ArgumentError('paths', 'a trace collector needs a trace');
    this.#paths = [...paths];
    this.#options = options;
  }

  /**
   * @throws ArtifactError, InvalidRecordError that name the file
   * @throws ArgumentError for device UUIDs that fit no trace or contradict one
   */
  async collect(context: CaptureContext): Promise<Capture> {
    await checkFiles(this.#paths);
    const given = this.#options.deviceUuids ?? { shared: new Map(), per_trace: new Map() };
    const bound = await bindDeviceUuids(given, this.#paths);
    const captures: Capture[] = [];
    const ordinals: TraceOrdinals[] = [];
    for (const path of this.#paths) {
      const { capture, used } = await this.#collectFile(path, bound, context);
      captures.push(capture);
      if (used !== null) ordinals.push(used);
    }
    checkSharedOrdinals(bound, ordinals);
    const collected = new Set(captures.flatMap((capture) => capture.capabilities.collected));
    return {
      capabilities: captureCapabilities({
        supported: TRACE_CAPABILITIES,
        enabled: TRACE_CAPABILITIES,
        collected: TRACE_CAPABILITIES.filter((name) => collected.has(name)),
      }),
      events: captures.flatMap((capture) => capture.events ?? []),
      attachments: captures.flatMap((capture) => capture.attachments ?? []),
      summary: { traces: captures.map((capture) => capture.summary) },
    };
  }

  async #collectFile(
    path: string,
    bound: DeviceUuids,
    { runId, sessionId, signal }: CaptureContext,
  ): Promise<{ readonly capture: Capture; readonly used: TraceOrdinals | null }> {
    const { detail, maxBytes, workers, chunkBytes, environment } = this.#options;
    const resolved = await resolvePath(path);
    const format = formatOf(path);
    const attachment = attachmentOf(path, resolved, format);
    const bytes = (await stat(path)).size;
    if (format.load === null) return { capture: registered(attachment, bytes, 'not_exported'), used: null };
    if (maxBytes !== undefined && bytes > maxBytes) {
      return { capture: registered(attachment, bytes, 'max_bytes'), used: null };
    }
    const trace = await format.load(path, { signal, chunkBytes });
    const binding = workers?.bind(processesOf(trace));
    const deviceUuids: UuidsByOrdinal = uuidsOfTrace(bound, resolved);
    const capture = await captureTrace(trace, path, {
      ...{ runId, sessionId, attachment, deviceUuids, detail, signal, environment },
      deviceUuidsByPid: binding?.device_uuids,
    });
    const summary = binding === undefined ? capture.summary : { ...capture.summary, execution_log: jsonOf(binding) };
    return { capture: { ...capture, summary }, used: traceOrdinals(trace, resolved, summary) };
  }
}

async function checkFiles(paths: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const path of paths) {
    const isFile = await stat(path).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (!isFile) missing.push(path);
  }
  const [first] = missing;
  if (first === undefined) return;
  throw new ArtifactError('file_missing', `no such trace files: ${missing.join(', ')}`, { path: first, stage: 'open' });
}

function formatOf(path: string): FileFormat {
  const name = pathName(path);
  switch (extname(name)) {
    case '.sqlite':
      return {
        prefix: 'nsys',
        title: `Nsight Systems SQLite export ${name}`,
        format: 'nsys-sqlite',
        load: loadNsysSqlite,
      };
    case '.nsys-rep':
      return { prefix: 'nsys', title: `Nsight Systems report ${name}`, format: 'nsys-rep', load: null };
    default:
      return { prefix: 'kineto', title: `Kineto trace ${name}`, format: 'kineto-chrome-trace', load: loadKinetoTrace };
  }
}

function attachmentOf(path: string, resolved: string, { prefix, title, format }: FileFormat): TraceAttachment {
  const digest = createHash('sha256').update(resolved, 'utf8').digest('hex').slice(0, 12);
  return traceAttachment({
    attachment_id: `${prefix}:${pathName(path)}:${digest}`,
    title,
    path: resolved,
    storage: 'reference',
    metadata: { format },
  });
}

function registered(attachment: TraceAttachment, bytes: number, reason: string): Capture {
  const path = attachment.path ?? '';
  return {
    capabilities: captureCapabilities({ supported: TRACE_CAPABILITIES, enabled: TRACE_CAPABILITIES, collected: [] }),
    events: [],
    attachments: [attachment],
    summary: { file: pathName(path), path, bytes, skipped: reason },
  };
}

function processesOf(trace: GpuTrace) {
  const { events, launches } = trace;
  const pids = new Set<Id>(launchingPids(trace));
  let start: bigint | null = null;
  let end: bigint | null = null;
  const widen = (from: bigint, to: bigint): void => {
    if (start === null || from < start) start = from;
    if (end === null || to > end) end = to;
  };
  for (let i = 0; i < events.count; i++) {
    const pid = events.pid(i);
    if (pid !== null) pids.add(pid);
    widen(events.start(i), events.end(i));
  }
  for (let i = 0; i < launches.count; i++) widen(launches.start(i), launches.start(i));
  return { host: trace.host, pids, start_wall_ns: start, end_wall_ns: end };
}

function jsonOf(binding: WorkerBinding): JsonObject {
  const tables = [...binding.device_uuids].map(([pid, table]): [string, JsonValue] => [pid, Object.fromEntries(table)]);
  return {
    status: binding.status,
    device_uuids: Object.fromEntries(tables),
    workers: Object.fromEntries(binding.workers),
    ambiguous: Object.fromEntries(binding.ambiguous),
    unmatched: binding.unmatched,
  };
}
