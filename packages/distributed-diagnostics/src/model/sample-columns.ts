import { memoryFeatureEnabled } from '@stormlog/gap-analysis';
import type { JsonValue } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { CounterColumn, MemoryFigures, RankTimeline, TimestampColumn } from './distributed-model.ts';
import type { CounterCoverage } from './rank-summary.ts';

const LAST_INT64 = 2n ** 63n - 1n;

/**
 * The counters of samples as columns, one element a sample, NaN where nothing was measured. Reading a column is many
 * times as fast as going through the events again, so they are gone through once.
 */
export class SampleColumns {
  readonly samples: readonly TelemetryEvent[];
  readonly timestamps: TimestampColumn;
  readonly allocated: CounterColumn;
  readonly reserved: CounterColumn;
  readonly used: CounterColumn;
  /** Device used minus allocator reserved. */
  readonly gap: CounterColumn;
  /** The gap's share of the device's memory; NaN without a gap, or when the memory is not known to be above 0. */
  readonly gapRatio: CounterColumn;

  /** @param samples ascending by time */
  constructor(samples: readonly TelemetryEvent[]) {
    const count = samples.length;
    this.samples = samples;
    // A typed array would wrap times beyond its range silently, so those get a plain list.
    const isWide = count > 0 && samples[count - 1]!.timestamp_ns > LAST_INT64;
    const timestamps = new BigInt64Array(isWide ? 0 : count);
    this.timestamps = isWide ? samples.map((sample) => sample.timestamp_ns) : timestamps;
    this.allocated = new Float64Array(count);
    this.reserved = new Float64Array(count);
    this.used = new Float64Array(count);
    this.gap = new Float64Array(count);
    this.gapRatio = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const sample = samples[i]!;
      if (!isWide) timestamps[i] = sample.timestamp_ns;
      const reserved = sample.allocator_reserved_bytes ?? Number.NaN;
      const used = sample.device_used_bytes ?? Number.NaN;
      const total = sample.device_total_bytes;
      const gap = used - reserved;
      this.allocated[i] = sample.allocator_allocated_bytes ?? Number.NaN;
      this.reserved[i] = reserved;
      this.used[i] = used;
      this.gap[i] = gap;
      this.gapRatio[i] = total !== null && total > 0 ? gap / total : Number.NaN;
    }
  }

  /** What the samples say in a few numbers (docs/formats/distributed-diagnostics.md §9.1). */
  figures(): MemoryFigures {
    let latest: number | null = null;
    let peak: number | null = null;
    for (const gap of this.gap) {
      if (Number.isNaN(gap)) continue;
      latest = gap;
      peak = Math.max(peak ?? 0, Math.abs(gap));
    }
    return {
      samples: this.samples.length,
      allocated_delta_bytes: changeOver(this.allocated),
      reserved_delta_bytes: changeOver(this.reserved),
      device_used_delta_bytes: changeOver(this.used),
      hidden_gap_latest_bytes: latest,
      hidden_gap_peak_abs_bytes: peak,
    };
  }

  /**
   * Four columns of every sample when any has an allocated counter, else the device use of the samples that have it
   * (docs/formats/distributed-diagnostics.md §9.2).
   */
  timeline(): RankTimeline {
    if (!this.allocated.every(Number.isNaN)) {
      const { timestamps, allocated, reserved, gap } = this;
      return { timestamps_ns: timestamps, allocated, reserved, gap };
    }
    const isMeasured = (_value: unknown, index: number): boolean => !Number.isNaN(this.used[index]!);
    const timestamps_ns = this.timestamps.filter(isMeasured);
    return { timestamps_ns, device_used: this.used.filter(isMeasured) };
  }

  /** Which counters the samples have. */
  coverage(): CounterCoverage {
    let withAllocated = 0;
    let withAllocator = 0;
    let withoutFragmentation = 0;
    const allowsFragmentation = fragmentationTest();
    for (let i = 0; i < this.samples.length; i++) {
      if (Number.isNaN(this.allocated[i]!)) continue;
      withAllocated++;
      if (Number.isNaN(this.reserved[i]!)) continue;
      withAllocator++;
      if (!allowsFragmentation(this.samples[i]!)) withoutFragmentation++;
    }
    return {
      samples: this.samples.length,
      with_allocated: withAllocated,
      with_allocator: withAllocator,
      without_fragmentation: withoutFragmentation,
    };
  }
}

/** Last minus first; null without samples or when either was not measured. */
function changeOver(column: CounterColumn): number | null {
  const change = (column.at(-1) ?? Number.NaN) - (column[0] ?? Number.NaN);
  return Number.isNaN(change) ? null : change;
}

/** Loaders share the capabilities between neighbouring events, so they are mostly those seen last. */
function fragmentationTest(): (sample: TelemetryEvent) => boolean {
  let lastCapabilities: JsonValue | undefined;
  let lastAnswer = true;
  return (sample) => {
    const capabilities = sample.metadata['memory_capabilities'];
    if (capabilities === undefined || capabilities !== lastCapabilities) {
      lastCapabilities = capabilities;
      lastAnswer = memoryFeatureEnabled(sample, 'supports_fragmentation_analysis');
    }
    return lastAnswer;
  };
}
