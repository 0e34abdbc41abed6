import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringifyJson } from '@stormlog/records';
import { type TelemetryEvent, telemetryEventFromRecord, telemetryEventLine } from '@stormlog/telemetry';
import { onTestFinished } from 'vitest';

export const GIB = 2 ** 30;
export const START_NS = 1_700_000_000_123_456_789n;
const STEP_NS = 100_000_000n;

/** An event that is valid on its own; fields given replace the made-up ones. */
export function madeEvent(fields: Partial<TelemetryEvent> & { readonly metadata?: TelemetryEvent['metadata'] } = {}) {
  const rank = fields.rank ?? 0;
  return telemetryEventFromRecord({
    schema_version: 4,
    session_id: `run-r${rank}`,
    timestamp_ns: START_NS,
    event_type: 'sample',
    collector: 'stormlog.cuda_tracker',
    sampling_interval_ms: 100,
    pid: 4000 + rank,
    host: 'node0',
    device_id: 0,
    allocator_allocated_bytes: 10 * GIB,
    allocator_reserved_bytes: 12 * GIB,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: fields.allocator_allocated_bytes === null ? null : 0,
    device_used_bytes: 12 * GIB,
    device_free_bytes: null,
    device_total_bytes: 80 * GIB,
    context: null,
    job_id: 'job-7',
    rank,
    local_rank: rank,
    world_size: 2,
    metadata: {},
    ...fields,
  });
}

/** Samples 100 ms apart. */
export function madeSamples(
  count: number,
  fields: Partial<TelemetryEvent> & {
    readonly from?: bigint;
    readonly at?: (index: number) => Partial<TelemetryEvent>;
  } = {},
): TelemetryEvent[] {
  const { from = START_NS, at, ...common } = fields;
  return Array.from({ length: count }, (_, i) =>
    madeEvent({
      timestamp_ns: from + BigInt(i) * STEP_NS,
      allocator_allocated_bytes: 10 * GIB + i,
      ...common,
      ...at?.(i),
    }),
  );
}

export function jsonLines(events: readonly TelemetryEvent[]): string {
  return events.map((event) => `${telemetryEventLine(event)}\n`).join('');
}

export function jsonList(events: readonly TelemetryEvent[]): string {
  return `[${events.map((event) => telemetryEventLine(event)).join(',')}]`;
}

/** The manifest of a sink of one session with one segment. */
export function manifestOf(event: TelemetryEvent, status = 'completed', endedAtNs: bigint | null = null): string {
  const { session_id, host, pid, job_id, rank, local_rank, world_size, timestamp_ns } = event;
  return stringifyJson({
    schema_version: 2,
    format: 'stormlog.append_only_telemetry_sink',
    sessions: [
      {
        session_id,
        status,
        started_at_ns: timestamp_ns,
        ended_at_ns: endedAtNs,
        host,
        pid,
        job_id,
        rank,
        local_rank,
        world_size,
        source: 'test',
      },
    ],
    segments: [{ filename: 'segment-000001.jsonl', event_count: 0, size_bytes: 0, closed: true, session_id }],
  });
}

/** Lays files out in a folder of their own that goes away with the test. */
export async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'diagnostics-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
}
