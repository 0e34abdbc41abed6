import {
  coerceInteger,
  describeValue,
  InvalidRecordError,
  type JsonValue,
  parseFloatText,
  roundDecimal,
  StormlogError,
  truncateToInteger,
} from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import { type TelemetryEvent, telemetryEventFromRecord, type UnusableCounter } from '@stormlog/telemetry';
import { larger } from '../numbers/bigint-extremes.ts';

/** A sample that was left out. */
export interface TimelineFault {
  /** 0-based place in the lists. */
  readonly index: number;
  readonly cause: string;
}

/** The lists of a timeline; samples are what all three have. */
export interface TimelineColumns {
  /** Seconds since the Unix epoch. */
  readonly timestamps: readonly JsonValue[];
  /** Bytes. */
  readonly allocated: readonly JsonValue[];
  readonly reserved: readonly JsonValue[];
}

/** One sample, converted. */
export interface TimelineSample {
  readonly index: number;
  readonly seconds: number;
  readonly timestampNs: bigint;
  readonly allocated: bigint;
  readonly reserved: bigint;
}

/** The samples that convert, and why the others do not (docs/formats/distributed-diagnostics.md §4.5). */
export function readTimelineSamples(columns: TimelineColumns): {
  readonly samples: TimelineSample[];
  readonly faults: TimelineFault[];
} {
  const samples: TimelineSample[] = [];
  const faults: TimelineFault[] = [];
  const count = Math.min(columns.timestamps.length, columns.allocated.length, columns.reserved.length);
  for (let index = 0; index < count; index++) {
    try {
      const seconds = secondsOf(columns.timestamps[index]!);
      samples.push({
        index,
        seconds,
        timestampNs: truncateToInteger(seconds * 1e9),
        allocated: bytesOf(columns.allocated[index]!, 'allocated'),
        reserved: bytesOf(columns.reserved[index]!, 'reserved'),
      });
    } catch (error) {
      faults.push({ index, cause: messageOf(error) });
    }
  }
  return { samples, faults };
}

/** Seconds as a double: any number, true and false, numeric text. */
function secondsOf(value: JsonValue): number {
  const seconds = typeof value === 'string' ? parseFloatText(value) : typeof value === 'object' ? null : Number(value);
  if (seconds !== null && Number.isFinite(seconds * 1e9) && seconds >= 0) return seconds;
  throw new InvalidRecordError('field_invalid', `the timestamp ${describeValue(value)} is no time in seconds`);
}

function bytesOf(value: JsonValue, field: string): bigint {
  const bytes = coerceInteger(value, field);
  if (bytes >= 0n) return bytes;
  throw new InvalidRecordError('field_invalid', `${field} ${bytes} is negative`);
}

/** The events of converted samples, and the samples that make no event for another reason. */
export function timelineEvents(
  samples: readonly TimelineSample[],
  summary: SessionSummary,
): {
  readonly events: TelemetryEvent[];
  readonly faults: TimelineFault[];
  readonly unusableCounters: UnusableCounter[];
} {
  const events: TelemetryEvent[] = [];
  const faults: TimelineFault[] = [];
  const unusableCounters: UnusableCounter[] = [];
  let previous: TimelineSample | null = null;
  for (const sample of samples) {
    const interval: number = previous === null ? 0 : roundDecimal((sample.seconds - previous.seconds) * 1000, 0);
    const used = larger(sample.allocated, sample.reserved);
    const record: JsonValue = {
      session_id: summary.session_id,
      timestamp_ns: sample.timestampNs,
      event_type: 'sample',
      collector: 'stormlog.diagnose.timeline',
      sampling_interval_ms: Math.max(0, interval),
      pid: summary.pid,
      host: summary.host,
      device_id: 0,
      memory_allocated: canonical(sample.allocated),
      memory_reserved: canonical(sample.reserved),
      memory_change: canonical(sample.allocated - (previous?.allocated ?? 0n)),
      device_used_bytes: canonical(used),
      device_total_bytes: null,
      context: 'diagnose timeline sample',
      job_id: summary.job_id,
      rank: summary.rank,
      local_rank: summary.local_rank,
      world_size: summary.world_size,
      metadata: { source: 'diagnose.telemetry_timeline' },
    };
    previous = sample;
    try {
      events.push(telemetryEventFromRecord(record, { onCounterUnusable: (counter) => unusableCounters.push(counter) }));
    } catch (error) {
      faults.push({ index: sample.index, cause: messageOf(error) });
    }
  }
  return { events, faults, unusableCounters };
}

function canonical(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Why a sample was refused; other errors pass. */
function messageOf(error: unknown): string {
  if (error instanceof StormlogError) return error.message;
  throw error;
}
