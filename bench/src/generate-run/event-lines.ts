import type { GeneratedEvent, GeneratedPhase, RankIdentity } from './generated-event.ts';

/** Turns events of one rank into lines; what does not change from event to event is composed once. */
export interface EventLines {
  readonly header: string;
  line(event: GeneratedEvent): string;
}

/** JSON Lines as a telemetry sink writes them: keys sorted, `", "` and `": "`, ASCII. */
export function jsonEventLines(identity: RankIdentity): EventLines {
  const host = JSON.stringify(identity.host);
  const job = JSON.stringify(identity.jobId);
  const session = JSON.stringify(identity.sessionId);
  const capabilities = sortedText(capabilitiesOf(identity));
  const tail =
    `, "pid": ${identity.pid}, "rank": ${identity.rank}, "sampling_interval_ms": ${Math.round(identity.intervalMs)}, ` +
    `"schema_version": 4, "session_id": ${session}, "timestamp_ns": `;
  return {
    header: '',
    line: (e) =>
      `{"allocator_active_bytes": ${e.active}, "allocator_allocated_bytes": ${e.allocated}, ` +
      `"allocator_change_bytes": ${e.change}, "allocator_inactive_bytes": ${e.inactive}, ` +
      `"allocator_reserved_bytes": ${e.reserved}, "collector": "stormlog.cuda_tracker", ` +
      `"context": ${JSON.stringify(e.context)}, "device_free_bytes": ${e.free}, "device_id": ${e.deviceId}, ` +
      `"device_total_bytes": ${e.total}, "device_used_bytes": ${e.used}, "event_type": "${e.type}", ` +
      `"host": ${host}, "job_id": ${job}, "local_rank": ${identity.localRank}, ` +
      `"metadata": {"backend": "cuda", "loss": ${e.loss}, "memory_capabilities": ${capabilities}, ` +
      `${e.phase === null ? '' : `"phase_scope": ${sortedText(phaseScope(e.phase))}, `}"step": ${e.step}}` +
      `${tail}${e.timestampNs}, "world_size": ${identity.worldSize}}\n`,
  };
}

const COLUMNS =
  'schema_version,session_id,timestamp_ns,event_type,collector,sampling_interval_ms,pid,host,job_id,rank,local_rank,' +
  'world_size,device_id,allocator_allocated_bytes,allocator_reserved_bytes,allocator_active_bytes,' +
  'allocator_inactive_bytes,allocator_change_bytes,device_used_bytes,device_free_bytes,device_total_bytes,context,' +
  'metadata\n';

/** The CSV export of Python trackers: the record's fields in order, metadata as the text of a Python dictionary. */
export function csvEventLines(identity: RankIdentity): EventLines {
  const capabilities = pythonText(capabilitiesOf(identity));
  const cell = (value: number | null) => (value === null ? '' : value);
  const identityCells =
    `stormlog.cuda_tracker,${Math.round(identity.intervalMs)},${identity.pid},${quoted(identity.host)},` +
    `${quoted(identity.jobId ?? '')},${identity.rank},${identity.localRank},${identity.worldSize}`;
  return {
    header: COLUMNS,
    line: (e) =>
      `4,${quoted(identity.sessionId)},${e.timestampNs},${e.type},${identityCells},${e.deviceId},` +
      `${cell(e.allocated)},${cell(e.reserved)},${cell(e.active)},${cell(e.inactive)},${cell(e.change)},` +
      `${cell(e.used)},${cell(e.free)},${cell(e.total)},${quoted(e.context)},` +
      `"{'backend': 'cuda', 'loss': ${e.loss}, 'memory_capabilities': ${capabilities}, ` +
      `${e.phase === null ? '' : `'phase_scope': ${pythonText(phaseScope(e.phase))}, `}'step': ${e.step}}"\n`,
  };
}

type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data };

function capabilitiesOf(identity: RankIdentity): { readonly [key: string]: Data } {
  const { supportsAllocator, supportsDevice, supportsInactive } = identity;
  return {
    backend: 'cuda',
    sampling_source: 'torch',
    supports_allocator_active: supportsAllocator,
    supports_allocator_allocated: supportsAllocator,
    supports_allocator_attribution: supportsAllocator,
    supports_allocator_inactive: supportsInactive,
    supports_allocator_reserved: supportsAllocator,
    supports_bounded_profiling: false,
    supports_device_free: supportsDevice,
    supports_device_total: supportsDevice,
    supports_device_used: supportsDevice,
    supports_fragmentation_analysis: supportsInactive,
    supports_native_allocator_history: false,
    telemetry_collector: 'stormlog.cuda_tracker',
  };
}

function phaseScope(phase: GeneratedPhase): { readonly [key: string]: Data } {
  return {
    action: phase.action,
    depth: phase.path.length,
    name: phase.path.at(-1) ?? '',
    parent_scope_id: phase.parentScopeId,
    path: phase.path,
    scope_id: phase.scopeId,
    sequence: phase.sequence,
    thread_id: 1,
    thread_name: 'MainThread',
  };
}

/** JSON with Python's separators; the objects above are written with sorted keys already. */
function sortedText(value: Data): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(sortedText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${sortedText(item)}`)
    .join(', ')}}`;
}

/** The text of a Python literal; the texts above hold no quotes, backslashes or control characters. */
function pythonText(value: Data): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value}'`;
  if (isList(value)) return `[${value.map(pythonText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `'${key}': ${pythonText(item)}`)
    .join(', ')}}`;
}

function isList(value: readonly Data[] | { readonly [key: string]: Data }): value is readonly Data[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
