// Appends events of one device to a sink: append-sink.mjs buffered|beside|sink|awaited FOLDER EVENTS [without]
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_SINK_FILE_OPERATIONS, TelemetrySink, telemetryEventLine } from '@stormlog/telemetry';

const GIB = 2 ** 30;
const FLUSH = 50;
/** Events of a turn, when bare writes and a sink take turns. */
const TURN = 10_000;
/** Events until the machine code is made that a process which runs for hours works with: half a minute of a busy one. */
const WARM_UP = 200_000;
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

const OPTIONS = { writeRollups: rollups !== 'without' };
const fileOperations = mode === 'buffered' ? NULL_DISK : SYSTEM_SINK_FILE_OPERATIONS;

await warmUp();
console.log(JSON.stringify(mode === 'beside' ? await besideBare() : await append()));

/** On the disk that is measured, for what waits for it is machine code too. */
async function warmUp() {
  const sink = await TelemetrySink.open(`${folder}-warm`, { ...OPTIONS, fileOperations });
  await fill(sink, WARM_UP);
  await sink.close();
}

async function append() {
  const sink = await TelemetrySink.open(folder, { ...OPTIONS, fileOperations });
  const started = performance.now();
  await fill(sink, events);
  const seconds = secondsSince(started);
  await sink.close();
  return { seconds, close_seconds: secondsSince(started) - seconds };
}

/** A disk is fast in one moment and slow in the next: a sink and the bare writes of its flushes take turns on it. */
async function besideBare() {
  const sink = await TelemetrySink.open(folder, OPTIONS);
  const file = await open(join(folder, 'bare'), 'a');
  const payloads = payloadsOfFlushes();
  const turns = { events: TURN, sink: [], bare: [] };
  for (let turn = 0; turn < events / TURN; turn++) {
    for (const name of turn % 2 === 0 ? ['bare', 'sink'] : ['sink', 'bare']) {
      const started = performance.now();
      if (name === 'sink') await fill(sink, TURN);
      else await write(file, payloads, TURN);
      turns[name].push(secondsSince(started));
    }
  }
  await file.close();
  await sink.close();
  return turns;
}

async function fill(sink, total) {
  let previous = null;
  for (let index = 0; index < total; index++) {
    const appended = sink.append(samples[index % samples.length]);
    if (mode === 'awaited') await appended;
    else if (index % FLUSH === FLUSH - 1) {
      // While one flush is under way, the next is filled.
      await previous;
      previous = appended;
    }
  }
  await sink.flush({ force: true });
}

/** The flushes of a sink, without one. */
async function write(file, payloads, total) {
  for (let flush = 0; flush < total / FLUSH; flush++) {
    await file.write(payloads[flush % payloads.length]);
    await file.sync();
  }
}

function payloadsOfFlushes() {
  const payloads = [];
  for (let from = 0; from < samples.length; from += FLUSH) {
    const lines = samples.slice(from, from + FLUSH).map((event) => `${telemetryEventLine(event)}\n`);
    payloads.push(Buffer.from(lines.join(''), 'latin1'));
  }
  return payloads;
}

function secondsSince(started) {
  return (performance.now() - started) / 1000;
}
