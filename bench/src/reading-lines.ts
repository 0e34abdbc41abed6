// Telemetry lines of about 1.2 kB, as several writers would write them, for the reading benchmark.
const GIB = 2 ** 30;
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

/** Stands where the time goes, so that its 19 digits can be put into the text. */
const TIME = 987654321;

function record(step: number): Record<string, unknown> {
  const allocated = Math.trunc(10 * GIB + GIB * Math.sin(step / 50) + ((step * 7919) % 1048576));
  const reserved = allocated + 2 ** 28;
  const used = reserved + GIB / 2;
  return {
    schema_version: 4,
    session_id: 's-2b1f5c3e',
    event_type: 'sample',
    collector: 'stormlog.cuda_tracker',
    timestamp_ns: TIME,
    sampling_interval_ms: 100,
    pid: 4000,
    host: 'node0',
    device_id: 0,
    allocator_allocated_bytes: allocated,
    allocator_reserved_bytes: reserved,
    allocator_active_bytes: allocated,
    allocator_inactive_bytes: reserved - allocated,
    allocator_change_bytes: (step * 104729) % 65536,
    device_used_bytes: used,
    device_free_bytes: 80 * GIB - used,
    device_total_bytes: 80 * GIB,
    context: step % 2 === 1 ? `step ${step}` : 'ncclAllReduce',
    job_id: 'job-7',
    rank: 0,
    local_rank: 0,
    world_size: 8,
    metadata: { step, loss: Math.abs(Math.sin(step)), backend: 'cuda', memory_capabilities: CAPABILITIES },
  };
}

const time = (step: number) => String(1_700_000_000_123_456_789n + BigInt(step) * 100_000_000n);

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

/** Writes as Python's `json.dumps` does: a space after commas and colons. */
const spaced = (value: unknown) =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/([{[]) | ([}\]])/g, '$1$2');

function lineWith(step: number, change: (line: string) => string, shape: (value: unknown) => unknown): string {
  return change(spaced(shape(record(step))).replace(String(TIME), time(step)));
}

const same = (line: string) => line;
const asIs = (value: unknown) => value;

/** One kind of lines: what `JSON.parse` must be given to read it at all, and the lines themselves. */
export interface LineKind {
  readonly name: string;
  /** Smallest share of the speed of decoding and `JSON.parse` that is accepted. */
  readonly aim: number;
  line(step: number): string;
  /** The line as plain `JSON.parse` can read it, of about the same length, where it cannot read the line itself. */
  plainLine?(step: number): string;
}

const withLoss = (loss: string) => (line: string) => line.replace(/"loss": [0-9.e-]+/, `"loss": ${loss}`);

export const LINE_KINDS: readonly LineKind[] = [
  { name: 'written order', aim: 0.7, line: (step) => lineWith(step, same, asIs) },
  { name: 'sorted keys', aim: 0.7, line: (step) => lineWith(step, same, sorted) },
  {
    name: 'no spaces',
    aim: 0.7,
    line: (step) => JSON.stringify(record(step)).replace(String(TIME), time(step)),
  },
  { name: 'text beyond ASCII', aim: 0.7, line: (step) => lineWith(step, (l) => l.replace('job-7', 'Läufe-7'), asIs) },
  {
    name: 'NaN in metadata',
    aim: 0.3,
    line: (step) => lineWith(step, withLoss('NaN'), asIs),
    plainLine: (step) => lineWith(step, withLoss('1.5'), asIs),
  },
  {
    name: 'long integers in metadata',
    aim: 0.3,
    line: (step) => lineWith(step, withLoss(`[${time(step)}, ${time(step + 1)}, -${time(step + 2)}]`), asIs),
  },
  {
    name: 'integers inside text',
    aim: 0.3,
    line: (step) => lineWith(step, (l) => l.replace('ncclAllReduce', `at: ${time(step)}, done`), asIs),
  },
  { name: '-0 in metadata', aim: 0.3, line: (step) => lineWith(step, withLoss('-0'), asIs) },
  {
    name: '40-digit integers',
    aim: 0.3,
    line: (step) => lineWith(step, withLoss(`[${time(step)}${time(step)}, 1]`), asIs),
  },
];
