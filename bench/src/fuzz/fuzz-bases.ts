import { gzipSync } from 'node:zlib';
import { stringifyJson } from '@stormlog/records';

/** A well-formed input before it is broken: a file, or a folder of files. */
export interface FuzzBase {
  readonly name: string;
  /** Content by path inside a fresh folder. */
  readonly files: Readonly<Record<string, Buffer>>;
  /** The file that is broken. */
  readonly target: string;
}

const CAPABILITIES = {
  backend: 'cuda',
  telemetry_collector: 'stormlog.cuda_tracker',
  sampling_source: 'torch',
  supports_allocator_allocated: true,
  supports_allocator_reserved: true,
  supports_allocator_active: false,
  supports_allocator_inactive: false,
  supports_device_used: true,
  supports_device_free: false,
  supports_device_total: true,
  supports_native_allocator_history: false,
  supports_fragmentation_analysis: true,
  supports_allocator_attribution: true,
  supports_bounded_profiling: false,
};

const SUMMARY = {
  session_id: 's',
  status: 'completed',
  started_at_ns: 1_700_000_000_000_000_000n,
  ended_at_ns: null,
  host: 'node-a',
  pid: 7,
  job_id: 'job-7',
  rank: 0,
  local_rank: 0,
  world_size: 4,
  source: 'stormlog.telemetry_sink',
};

const RECORDS = [0, 1, 2, 3].map((step) => ({
  schema_version: 4,
  session_id: 's',
  timestamp_ns: 1_700_000_000_123_456_789n + BigInt(step) * 100_000_000n,
  event_type: ['start', 'sample', 'phase_enter', 'stop'][step]!,
  collector: 'stormlog.cuda_tracker',
  sampling_interval_ms: 100,
  pid: 7,
  host: 'node-é',
  job_id: 'job-7',
  rank: 0,
  local_rank: 0,
  world_size: 4,
  device_id: 0,
  allocator_allocated_bytes: 1000 + step,
  allocator_reserved_bytes: 1500,
  allocator_active_bytes: null,
  allocator_inactive_bytes: null,
  allocator_change_bytes: step,
  device_used_bytes: 2000,
  device_free_bytes: null,
  device_total_bytes: 9000,
  context: step % 2 === 0 ? 'ncclAllReduce \u{1f600}' : null,
  metadata: { step, loss: 0.25, memory_capabilities: CAPABILITIES },
}));

const LEGACY = { timestamp: 1_700_000_000.25, type: 'sample', memory_mb: 2.5, device: '/GPU:0', metadata_rank: 1 };

const lines = RECORDS.map((record) => stringifyJson(record, { sortKeys: true, spaced: true })).join('\n');
const csv = [
  Object.keys(RECORDS[0]!).join(','),
  ...RECORDS.map((record) =>
    Object.values(record)
      .map((value) => (value === null ? '' : typeof value === 'object' ? quoted(stringifyJson(value)) : String(value)))
      .join(','),
  ),
].join('\n');
const literalCsv = `timestamp,memory_allocated,context,metadata\n5,1,"a\nb","{'a': (1, 2.5), 'b': None, 'c': \\"it's\\"}"\n6,2,,{}\n`;
const manifest = {
  schema_version: 2,
  format: 'stormlog.append_only_telemetry_sink',
  sessions: [SUMMARY],
  segments: [
    { filename: 'segment-000001.jsonl', event_count: 4, size_bytes: 100, closed: true, session_id: 's' },
    { filename: 'segment-000002.jsonl', event_count: 4, size_bytes: 100, closed: false, session_id: null },
  ],
};
const timeline = { timestamps: [1.5, 2.5, 3.5], allocated: [1, 2, 3], reserved: [2, 3, 4], rank: 1, world_size: 4 };

/** One base for each kind of file that is read. */
export const FUZZ_BASES: readonly FuzzBase[] = [
  file('rank_0.jsonl', `${lines}\n`),
  file('legacy.jsonl', `${stringifyJson(LEGACY)}\n${stringifyJson(LEGACY)}`),
  file('rank_0.jsonl.gz', gzipSync(`${lines}\n`)),
  file('events.json', stringifyJson({ events: [...RECORDS, LEGACY] })),
  file('list_events.json', stringifyJson(RECORDS)),
  file('tracker_events.json', stringifyJson({ session_summary: SUMMARY, telemetry_events: RECORDS, peak_memory: 1.5 })),
  file('events.json.gz', gzipSync(stringifyJson(RECORDS))),
  file('events.csv', csv),
  file('track_literals.csv', literalCsv),
  file('events.csv.gz', gzipSync(csv)),
  file('telemetry_timeline.json', stringifyJson(timeline)),
  folder('sink', 'manifest.json'),
  folder('sink', 'segment-000001.jsonl'),
];

function file(name: string, content: string | Buffer): FuzzBase {
  return { name, files: { [name]: Buffer.from(content) }, target: name };
}

function folder(name: string, broken: string): FuzzBase {
  const files = {
    [`${name}/manifest.json`]: Buffer.from(stringifyJson(manifest, { indent: 2 })),
    [`${name}/segment-000001.jsonl`]: Buffer.from(`${lines}\n`),
    [`${name}/segment-000002.jsonl`]: Buffer.from(lines),
  };
  return { name: `${name}/${broken}`, files, target: `${name}/${broken}` };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
