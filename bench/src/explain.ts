// Explains large runs from their rank summaries: time, memory, and how time grows with the samples and with the ranks.
// pnpm bench --only explain [--ranks 512] [--samples 20000]
import { parseArgs } from 'node:util';
import {
  type ArtifactLoadResult,
  explainRun,
  type RankSummary,
  summarizeRank,
} from '@stormlog/distributed-diagnostics';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { SeededRandom } from './generate-run/seeded-random.ts';

const { values } = parseArgs({
  options: {
    ranks: { type: 'string', default: '512' },
    samples: { type: 'string', default: '20000' },
    /** Explains the whole size only, without the halves that show the growth. */
    once: { type: 'boolean', default: false },
  },
});
const GIB = 2 ** 30;
const START_NS = 1_790_000_000_000_000_000n;
const INTERVAL_NS = 100_000_000;
const RANKS_PER_HOST = 8;
const STEP_SAMPLES = 10;
const SLOW_RANK = 3;
const LIMIT_SECONDS = 10;

const LOAD: ArtifactLoadResult = {
  events: [],
  sessions: [],
  selected_session_id: 'job',
  warnings: [],
  sources_loaded: [],
  markers: [],
  groups: [],
  rank_sessions: new Map(),
};

const ranks = Number(values.ranks);
const samples = Number(values.samples);
const sizes = values.once
  ? [[ranks, samples] as const]
  : ([
      [ranks, samples],
      [ranks, samples >> 1],
      [ranks >> 1, samples],
    ] as const);
let isInTime = true;
for (const [rankCount, sampleCount] of sizes) {
  const seconds = measure(rankCount, sampleCount);
  if (rankCount === ranks && sampleCount === samples && seconds > LIMIT_SECONDS) isInTime = false;
}
console.log(`target (${ranks} ranks of ${samples} samples in ${LIMIT_SECONDS} s): ${isInTime ? 'met' : 'NOT met'}`);
if (!isInTime) process.exitCode = 1;

/** A run with a leaking, a spiking and a slow rank, whose clocks are apart, explained once. */
function measure(rankCount: number, sampleCount: number): number {
  const usual = summarizeRank(eventsOf(0, sampleCount, 1));
  const slow = summarizeRank(eventsOf(SLOW_RANK, sampleCount, 1.6));
  const summaries = Array.from({ length: rankCount }, (_, rank) =>
    summaryLike(rank === SLOW_RANK ? slow : usual, rank, rankCount),
  );
  globalThis.gc?.();
  const before = process.memoryUsage();
  const began = performance.now();
  const cpu = process.cpuUsage();
  const causes = explainRun({ load: LOAD, summaries });
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  const after = process.memoryUsage();
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  console.log(
    `${rankCount} ranks of ${sampleCount} samples: ${seconds.toFixed(2)} s (${((used.user + used.system) / 1e6).toFixed(2)} s of processor), ` +
      `${causes.map(({ kind, ranks: own }) => `${kind} ${own.slice(0, 3).join(',')}`).join('; ')}; ` +
      `memory ${mebibytes(before.rss)} with the summaries, ${mebibytes(after.rss)} after`,
  );
  return seconds;
}

/** The summary of another rank with columns of its own: making every rank's events would take minutes. */
function summaryLike(like: RankSummary, rank: number, worldSize: number): RankSummary {
  const random = new SeededRandom(9, rank);
  const host = Math.floor(rank / RANKS_PER_HOST);
  const skew = BigInt(Math.round(150e6 * new SeededRandom(8, host).fraction()));
  const series = like.signs.series.map((device) => {
    const count = device.allocated.length;
    const allocated = device.allocated.map((bytes, i) => {
      const leak = rank === 1 && i > count / 3 ? (8 * GIB * (i - count / 3)) / count : 0;
      const spike = rank === 2 && i > count / 2 && i < count / 2 + 6 ? 8 * GIB : 0;
      return Math.round(bytes + 0.06 * GIB * (random.fraction() - 0.5) + leak + spike);
    });
    const reserved = allocated.map((bytes) => Math.round(1.1 * bytes));
    return {
      ...device,
      timestamps_ns: BigInt64Array.from(device.timestamps_ns, (time) => time + skew),
      allocated,
      reserved,
      device_used: reserved.map((bytes) => bytes + GIB),
    };
  });
  const { phases } = like.signs;
  return {
    ...like,
    rank,
    world_sizes: [worldSize],
    first_event_ns: like.first_event_ns + skew,
    last_event_ns: like.last_event_ns + skew,
    signs: {
      ...like.signs,
      host: `node${host}`,
      series,
      phases: {
        ...phases,
        start_ns: phases.start_ns.map((time) => time + skew),
        end_ns: phases.end_ns.map((time) => time + skew),
      },
    },
  };
}

/** Events of one rank; from the middle of the run on its forward takes `slower` times as long. */
function eventsOf(rank: number, count: number, slower: number): TelemetryEvent[] {
  const random = new SeededRandom(7, rank);
  const common = {
    schema_version: 4,
    session_id: `r${rank}`,
    collector: 'stormlog.cuda_tracker',
    sampling_interval_ms: INTERVAL_NS / 1e6,
    pid: 1000 + rank,
    host: 'node0',
    device_id: 0,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: null,
    device_free_bytes: null,
    device_total_bytes: 160 * GIB,
    job_id: 'job',
    rank,
    local_rank: rank,
    world_size: 1,
  } as const;
  const events: TelemetryEvent[] = [];
  let sequence = 0;
  const push = (time: number, event_type: string, allocated: number, metadata: TelemetryEvent['metadata'] = {}) => {
    events.push({
      ...common,
      timestamp_ns: START_NS + BigInt(Math.round(time)),
      event_type,
      context: null,
      metadata,
      allocator_allocated_bytes: Math.round(allocated),
      allocator_reserved_bytes: Math.round(1.1 * allocated),
      device_used_bytes: Math.round(1.1 * allocated + GIB),
    });
  };
  const phase = (step: number, name: string, from: number, to: number) => {
    for (const [action, at] of [
      ['enter', from],
      ['exit', to],
    ] as const) {
      const path = [`epoch ${Math.floor(step / 20)}`, name];
      push(at, `phase_${action}`, 10 * GIB, {
        phase_scope: {
          action,
          name,
          path,
          depth: 2,
          scope_id: `${rank}:${step}:${name}`,
          parent_scope_id: null,
          thread_id: 1,
          thread_name: 'main',
          sequence: sequence++,
        },
      });
    }
  };
  for (let i = 0; i < count; i++) {
    const start = i * INTERVAL_NS;
    if (i % STEP_SAMPLES === 0) {
      const step = i / STEP_SAMPLES;
      const whole = STEP_SAMPLES * INTERVAL_NS;
      const slow = i > count / 2 ? slower : 1;
      const forward = start + whole * 0.4 * slow * (1 + 0.01 * random.bell());
      phase(step, 'forward', start, forward);
      phase(step, 'all_reduce', forward, start + 0.9 * whole);
    }
    const allocated = 10 * GIB + (i % STEP_SAMPLES) * 0.05 * GIB + 0.03 * GIB * random.bell();
    push(start + 0.1 * INTERVAL_NS * random.fraction(), 'sample', allocated);
  }
  return events;
}
