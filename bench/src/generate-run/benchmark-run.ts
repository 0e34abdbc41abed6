import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from './seeded-random.ts';
import { TextFile } from './text-file.ts';

/** What `writeBenchmarkRun` writes. */
export interface BenchmarkRunOptions {
  readonly ranks: number;
  /** Samples of each rank. */
  readonly samples: number;
  /** Made when it is missing; gets one `rank<k>.jsonl` a rank. */
  readonly folder: string;
  /** `writer` is the order in which a plain tool builds a record, `sorted` the order of a telemetry sink. */
  readonly keyOrder?: 'writer' | 'sorted' | undefined;
  readonly seed?: number | undefined;
}

const GIB = 1 << 30;
const START_NS = 1_700_000_000_123_456_789n;
const CAPABILITIES =
  '{"backend": "cuda", "telemetry_collector": "stormlog.cuda_tracker", "sampling_source": "torch", ' +
  '"supports_allocator_allocated": true, "supports_allocator_reserved": true, "supports_allocator_active": true, ' +
  '"supports_allocator_inactive": true, "supports_device_used": true, "supports_device_free": true, ' +
  '"supports_device_total": true, "supports_native_allocator_history": false, ' +
  '"supports_fragmentation_analysis": true, "supports_allocator_attribution": true, ' +
  '"supports_bounded_profiling": false}';
const SORTED_CAPABILITIES =
  '{"backend": "cuda", "sampling_source": "torch", "supports_allocator_active": true, ' +
  '"supports_allocator_allocated": true, "supports_allocator_attribution": true, ' +
  '"supports_allocator_inactive": true, "supports_allocator_reserved": true, "supports_bounded_profiling": false, ' +
  '"supports_device_free": true, "supports_device_total": true, "supports_device_used": true, ' +
  '"supports_fragmentation_analysis": true, "supports_native_allocator_history": false, ' +
  '"telemetry_collector": "stormlog.cuda_tracker"}';

/**
 * Writes the telemetry of a plain made-up job for benchmarks: version 4 samples every 100 ms, a sawtooth of allocated
 * memory, rare 3 GiB spikes outside the allocator, a collective named in every other context, and a slow hidden leak on
 * the last rank. About 1.2 kB a sample; the same options give the same bytes.
 */
export async function writeBenchmarkRun(options: BenchmarkRunOptions): Promise<void> {
  mkdirSync(options.folder, { recursive: true });
  for (let rank = 0; rank < options.ranks; rank++) {
    const file = new TextFile(join(options.folder, `rank${rank}.jsonl`));
    try {
      writeRank(file, rank, options);
    } finally {
      file.close();
    }
  }
}

function writeRank(file: TextFile, rank: number, options: BenchmarkRunOptions): void {
  const { ranks, samples } = options;
  const random = new SeededRandom(options.seed ?? 1, rank);
  const line = options.keyOrder === 'sorted' ? sortedLine : writerLine;
  const leakPerStep = rank === ranks - 1 ? Math.min(20_000, Math.floor(1e9 / samples)) : 0;
  let previous = 10 * GIB;
  for (let step = 0; step < samples; step++) {
    const allocated = Math.trunc(10 * GIB + GIB * Math.sin(step / 50) + random.below(1 << 20));
    const reserved = allocated + (1 << 28);
    const spike = random.fraction() < 0.002 ? 3 * GIB : 0;
    file.add(
      line({
        rank,
        ranks,
        step,
        timestamp: START_NS + BigInt(step * 100_000_000 + rank * 1_234_567 + random.below(1000)),
        allocated,
        change: allocated - previous,
        reserved,
        used: reserved + GIB / 2 + spike + step * leakPerStep,
        loss: random.fraction(),
      }),
    );
    previous = allocated;
  }
}

interface Sample {
  readonly rank: number;
  readonly ranks: number;
  readonly step: number;
  readonly timestamp: bigint;
  readonly allocated: number;
  readonly change: number;
  readonly reserved: number;
  readonly used: number;
  readonly loss: number;
}

function context(step: number): string {
  return step % 2 === 1 ? `step ${step}` : 'ncclAllReduce';
}

function writerLine(s: Sample): string {
  return (
    '{"schema_version": 4, "session_id": "s-2b1f5c3e", "event_type": "sample", "collector": "stormlog.cuda_tracker", ' +
    `"timestamp_ns": ${s.timestamp}, "sampling_interval_ms": 100, "pid": ${4000 + s.rank}, ` +
    `"host": "node${Math.floor(s.rank / 8)}", "device_id": ${s.rank % 8}, ` +
    `"allocator_allocated_bytes": ${s.allocated}, "allocator_reserved_bytes": ${s.reserved}, ` +
    `"allocator_active_bytes": ${s.allocated}, "allocator_inactive_bytes": ${s.reserved - s.allocated}, ` +
    `"allocator_change_bytes": ${s.change}, "device_used_bytes": ${s.used}, ` +
    `"device_free_bytes": ${80 * GIB - s.used}, "device_total_bytes": ${80 * GIB}, "context": "${context(s.step)}", ` +
    `"job_id": "job-7", "rank": ${s.rank}, "local_rank": ${s.rank % 8}, "world_size": ${s.ranks}, ` +
    `"metadata": {"step": ${s.step}, "loss": ${s.loss}, "backend": "cuda", "memory_capabilities": ${CAPABILITIES}}}\n`
  );
}

function sortedLine(s: Sample): string {
  return (
    `{"allocator_active_bytes": ${s.allocated}, "allocator_allocated_bytes": ${s.allocated}, ` +
    `"allocator_change_bytes": ${s.change}, "allocator_inactive_bytes": ${s.reserved - s.allocated}, ` +
    `"allocator_reserved_bytes": ${s.reserved}, "collector": "stormlog.cuda_tracker", ` +
    `"context": "${context(s.step)}", "device_free_bytes": ${80 * GIB - s.used}, "device_id": ${s.rank % 8}, ` +
    `"device_total_bytes": ${80 * GIB}, "device_used_bytes": ${s.used}, "event_type": "sample", ` +
    `"host": "node${Math.floor(s.rank / 8)}", "job_id": "job-7", "local_rank": ${s.rank % 8}, ` +
    `"metadata": {"backend": "cuda", "loss": ${s.loss}, "memory_capabilities": ${SORTED_CAPABILITIES}, ` +
    `"step": ${s.step}}, "pid": ${4000 + s.rank}, "rank": ${s.rank}, "sampling_interval_ms": 100, ` +
    `"schema_version": 4, "session_id": "s-2b1f5c3e", "timestamp_ns": ${s.timestamp}, "world_size": ${s.ranks}}\n`
  );
}
