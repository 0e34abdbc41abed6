// Appends events of one device to a sink: append-sink.mjs buffered|bare|sink|awaited FOLDER EVENTS [without]
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_SINK_FILE_OPERATIONS, TelemetrySink, telemetryEventLine } from '@stormlog/telemetry';

const GIB = 2 ** 30;
const FLUSH = 50;
const [mode, folder, count, rollups] = process.argv.slice(2);
const events = Number(count);

const CAPABILITIES = {
  backend: 'cuda',
  telemetry_collector: 'stormlog.cuda_tracker',
  sampling_source: 'torch',
  supports_allocator_allocated: true,
  supports_allocator_reserved: true,
  supports_allocator_active: true,
  supports_allocator_inactive: true,
  supports_device_used: true,
  supports_device_free: true,
  supports_device_total: true,
  supports_native_allocator_history: false,
  supports_fragmentation_analysis: true,
  supports_allocator_attribution: true,
  supports_bounded_profiling: false,
};

/** What a training process reports: almost every number changes from sample to sample. */
function sample(step) {
  const allocated = Math.floor(10 * GIB + GIB * Math.sin(step / 50)) + ((step * 7919) % 1048576);
  const reserved = allocated + 2 ** 28;
  const used = reserved + GIB / 2;
  return {
    schema_version: 4,
    session_id: 's-2b1f5c3e',
    timestamp_ns: 1_700_000_000_123_456_789n + BigInt(step) * 100_000_000n,
    event_type: 'sample',
    collector: 'stormlog.cuda_tracker',
    sampling_interval_ms: 100,
    pid: 4000,
    host: 'node0',
    job_id: 'job-7',
    rank: 3,
    local_rank: 3,
    world_size: 8,
    device_id: 3,
    allocator_allocated_bytes: allocated,
    allocator_reserved_bytes: reserved,
    allocator_active_bytes: allocated,
    allocator_inactive_bytes: reserved - allocated,
    allocator_change_bytes: (step * 12_345) % 99_999,
    device_used_bytes: used,
    device_free_bytes: 80 * GIB - used,
    device_total_bytes: 80 * GIB,
    context: step % 2 ? `step ${step}` : 'ncclAllReduce',
    metadata: { step, loss: 1 / (step + 3), backend: 'cuda', memory_capabilities: CAPABILITIES },
  };
}

// They are made before the clock starts; a server has its own ways of making them.
const samples = Array.from({ length: Math.min(events, 2000) }, (_, step) => sample(step));

const NULL_FILE = {
  write: async (bytes) => bytes.length,
  size: async () => 0,
  truncate: async () => {},
  sync: async () => {},
  close: async () => {},
};
const NULL_DISK = {
  ...SYSTEM_SINK_FILE_OPERATIONS,
  openToAppend: async () => NULL_FILE,
  openEmpty: async () => NULL_FILE,
  rename: async () => {},
  remove: async () => {},
  size: async () => null,
  syncFolder: async () => {},
};

console.log(JSON.stringify(await (mode === 'bare' ? bare() : append())));

async function append() {
  const fileOperations = mode === 'buffered' ? NULL_DISK : SYSTEM_SINK_FILE_OPERATIONS;
  const sink = await TelemetrySink.open(folder, { fileOperations, writeRollups: rollups !== 'without' });
  const started = performance.now();
  let previous = null;
  for (let index = 0; index < events; index++) {
    const appended = sink.append(samples[index % samples.length]);
    if (mode === 'awaited') await appended;
    else if (index % FLUSH === FLUSH - 1) {
      // While one flush is under way, the next is filled.
      await previous;
      previous = appended;
    }
  }
  await sink.flush({ force: true });
  const seconds = (performance.now() - started) / 1000;
  await sink.close();
  return { seconds, close_seconds: (performance.now() - started) / 1000 - seconds };
}

/** The flushes of a sink, without one. */
async function bare() {
  mkdirSync(folder, { recursive: true });
  const payloads = [];
  for (let from = 0; from < samples.length; from += FLUSH) {
    const lines = samples.slice(from, from + FLUSH).map((event) => `${telemetryEventLine(event)}\n`);
    payloads.push(Buffer.from(lines.join(''), 'latin1'));
  }
  const file = await open(join(folder, 'flushes'), 'a');
  const started = performance.now();
  for (let flush = 0; flush < events / FLUSH; flush++) {
    await file.write(payloads[flush % payloads.length]);
    await file.sync();
  }
  await file.close();
  return { seconds: (performance.now() - started) / 1000 };
}
