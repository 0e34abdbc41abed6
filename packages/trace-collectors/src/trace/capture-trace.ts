import { captureCapabilities, type TraceAttachment, type TraceCapture } from '@stormlog/capture';
import type { ActivityReferenceEvent } from '@stormlog/correlation-events';
import { pathName, resolvePath } from '@stormlog/files';
import { InvalidRecordError, type JsonObject, pythonText } from '@stormlog/records';
import { type Environment, systemEnvironment } from '@stormlog/sessions';
import { DeviceResolution, type KnownUuids } from '../devices/device-resolution.ts';
import type { UuidsByOrdinal } from '../devices/device-uuids.ts';
import { compareIds, type Id, isTruthy } from '../values/trace-values.ts';
import { ActivityGroups } from './activity-groups.ts';
import { linkOf } from './activity-links.ts';
import { activityRecord } from './activity-record.ts';
import type { GpuTrace } from './gpu-trace.ts';
import { TraceContexts } from './trace-contexts.ts';
import { DeviceSummaries } from './trace-summary.ts';

/** What trace collectors can find, in the order in which capabilities list it. */
export const TRACE_CAPABILITIES = [
  'gpu_activity',
  'cuda_correlation',
  'iteration_ranges',
  'cuda_graph_ids',
  'streams',
] as const;

/** Options of {@link captureTrace}. */
export interface CaptureTraceOptions {
  readonly runId: string;
  readonly sessionId: string;
  /** The raw file as the run keeps it. */
  readonly attachment?: TraceAttachment | null | undefined;
  /** UUIDs of ordinals, in every process of the trace. */
  readonly deviceUuids?: UuidsByOrdinal | undefined;
  /** UUIDs found in the execution log, by pid. */
  readonly deviceUuidsByPid?: ReadonlyMap<string, UuidsByOrdinal> | undefined;
  /** `launch` (default): one record for the events of a launch; anything else: one for each event. */
  readonly detail?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly environment?: Environment | undefined;
}

const LOSS_NOTE = 'A trace does not tell how many activity records its profiler dropped.';
const GRAPH_LAUNCHES = ['cudaGraphLaunch', 'cuGraphLaunch'];
const YIELD_EVERY = 8192;

/**
 * The records, capabilities and summary of a trace (docs/formats/trace-collectors.md §5–§8).
 *
 * @param path of the trace, which is named by its file name when nothing else names it
 * @throws InvalidRecordError for header values or times that no record takes
 * @throws ArgumentError when the trace and `deviceUuids` contradict
 */
export async function captureTrace(
  trace: GpuTrace,
  path: string,
  options: CaptureTraceOptions,
): Promise<TraceCapture & { readonly summary: JsonObject }> {
  const { attachment = null, detail = 'launch', environment = systemEnvironment() } = options;
  const known: KnownUuids = { option: options.deviceUuids ?? new Map(), byPid: options.deviceUuidsByPid ?? new Map() };
  const pids = launchingPids(trace);
  const resolution = new DeviceResolution(trace, known, pids);
  resolution.checkOption();
  const named = isTruthy(trace.traceId) ? pythonText(trace.traceId) : pathName(path);
  const traceKey = attachment?.attachment_id ?? named;
  const { runId, sessionId } = options;
  const contexts = new TraceContexts(trace, { runId, sessionId, traceKey, version: environment.version });
  const { events, launches } = trace;
  const devices = new DeviceSummaries(trace, resolution);
  const groups = new ActivityGroups(events, detail);
  const records: ActivityReferenceEvent[] = [];
  const unresolved = new Map<string, number>();
  let linked = 0;
  try {
    for (let group = 0; group < groups.count; group++) {
      if (group % YIELD_EVERY === YIELD_EVERY - 1) {
        await new Promise(setImmediate);
        options.signal?.throwIfAborted();
      }
      const first = groups.first(group);
      const link = linkOf(trace, first);
      const pid = link.launch === undefined ? events.pid(first) : launches.pid(link.launch);
      const uuid = resolution.resolve(events.pid(first), pid, events.device(first))?.uuid ?? null;
      const identity = {
        eventId: `${traceKey}/${group + 1}`,
        attachmentId: attachment?.attachment_id ?? null,
        context: contexts.of(pid, uuid),
      };
      const { record, members } = activityRecord(trace, groups, group, link, identity);
      records.push(record);
      devices.addSpan(events.pid(first), events.device(first), record.start_ns!, record.end_ns!);
      if (typeof link.target === 'string') unresolved.set(link.target, (unresolved.get(link.target) ?? 0) + members);
      else linked += members;
    }
  } catch (error) {
    throw error instanceof InvalidRecordError ? error.at({ path }) : error;
  }
  const found = { correlation: false, graph: false, stream: false, graphEvents: 0 };
  for (let i = 0; i < events.count; i++) {
    devices.addEvent(i);
    const correlation = events.correlation(i);
    if (correlation !== null) found.correlation = true;
    if (events.graph(i) !== null) found.graph = true;
    if (events.stream(i) !== null) found.stream = true;
    const launch = correlation === null ? undefined : launches.find(events.pid(i), correlation);
    const api = launch === undefined ? '' : launches.name(launch);
    if (events.graph(i) !== null || events.hasGraphNode(i) || GRAPH_LAUNCHES.some((name) => api.startsWith(name))) {
      found.graphEvents++;
    }
  }
  const isFound = [events.count > 0, found.correlation, trace.ranges.count > 0, found.graph, found.stream];
  return {
    capabilities: captureCapabilities({
      supported: TRACE_CAPABILITIES,
      enabled: TRACE_CAPABILITIES,
      collected: TRACE_CAPABILITIES.filter((_, index) => isFound[index]),
    }),
    events: records,
    attachments: attachment === null ? [] : [attachment],
    summary: {
      format: trace.format,
      detail,
      path: await resolvePath(path),
      trace_id: trace.traceId,
      host: trace.host,
      rank: trace.rank,
      engine_version: trace.engineVersion,
      cupti_version: trace.cuptiVersion,
      processes: pids,
      gpu_events: events.count,
      activity_records: records.length,
      linked_gpu_events: linked,
      unresolved_gpu_events: Object.fromEntries(unresolved),
      graph_gpu_events: found.graphEvents,
      devices: devices.toJson(),
      event_loss: null,
      event_loss_note: LOSS_NOTE,
      not_imported: trace.notImported,
      notes: trace.notes,
    },
  };
}

/** The distinct pids of the launch calls, ascending. */
export function launchingPids({ launches }: GpuTrace): Id[] {
  const pids = new Set<Id>();
  for (let i = 0; i < launches.count; i++) pids.add(launches.pid(i));
  return [...pids].sort(compareIds);
}
