import type { TelemetryEvent } from '@stormlog/telemetry';
import type { CounterColumn, MemoryFigures, RankTimeline, TimestampColumn } from './distributed-model.ts';

const LAST_INT64 = 2n ** 63n - 1n;

/** Device used minus allocator reserved in bytes; null when either was not measured. */
export function gapOf(event: TelemetryEvent): number | null {
  const { device_used_bytes: used, allocator_reserved_bytes: reserved } = event;
  return used === null || reserved === null ? null : used - reserved;
}

/** What samples, ascending by time, say in a few numbers (docs/formats/distributed-diagnostics.md §9.1). */
export function memoryFiguresOf(samples: readonly TelemetryEvent[]): MemoryFigures {
  const first = samples[0];
  const last = samples.at(-1);
  let latest: number | null = null;
  let peak: number | null = null;
  for (const sample of samples) {
    const gap = gapOf(sample);
    if (gap === null) continue;
    latest = gap;
    peak = Math.max(peak ?? 0, Math.abs(gap));
  }
  return {
    samples: samples.length,
    allocated_delta_bytes: change(first?.allocator_allocated_bytes, last?.allocator_allocated_bytes),
    reserved_delta_bytes: change(first?.allocator_reserved_bytes, last?.allocator_reserved_bytes),
    device_used_delta_bytes: change(first?.device_used_bytes, last?.device_used_bytes),
    hidden_gap_latest_bytes: latest,
    hidden_gap_peak_abs_bytes: peak,
  };
}

function change(first: number | null | undefined, last: number | null | undefined): number | null {
  return typeof first === 'number' && typeof last === 'number' ? last - first : null;
}

/**
 * The columns of samples ascending by time: four of every sample when any has an allocated counter, else the device use
 * of those that have it (docs/formats/distributed-diagnostics.md §9.2).
 */
export function timelineOf(samples: readonly TelemetryEvent[]): RankTimeline {
  if (samples.some((sample) => sample.allocator_allocated_bytes !== null)) {
    return {
      timestamps_ns: timestampsOf(samples),
      allocated: columnOf(samples, (sample) => sample.allocator_allocated_bytes),
      reserved: columnOf(samples, (sample) => sample.allocator_reserved_bytes),
      gap: columnOf(samples, gapOf),
    };
  }
  const measured = samples.filter((sample) => sample.device_used_bytes !== null);
  return {
    timestamps_ns: timestampsOf(measured),
    device_used: columnOf(measured, (sample) => sample.device_used_bytes),
  };
}

function columnOf(
  samples: readonly TelemetryEvent[],
  counterOf: (sample: TelemetryEvent) => number | null,
): CounterColumn {
  const column = new Float64Array(samples.length);
  for (let i = 0; i < samples.length; i++) column[i] = counterOf(samples[i]!) ?? Number.NaN;
  return column;
}

/** A typed array would wrap times beyond its range silently, so those get a plain list. */
function timestampsOf(samples: readonly TelemetryEvent[]): TimestampColumn {
  const last = samples.at(-1);
  if (last !== undefined && last.timestamp_ns > LAST_INT64) return samples.map((sample) => sample.timestamp_ns);
  const column = new BigInt64Array(samples.length);
  for (let i = 0; i < samples.length; i++) column[i] = samples[i]!.timestamp_ns;
  return column;
}
