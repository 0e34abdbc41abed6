import { compareCodePoints, isJsonObject } from '@stormlog/records';
import { sessionSummarySchema } from '@stormlog/sessions';
import * as z from 'zod';

/** Version of `rollups.json`. */
export const ROLLUP_VERSION = 1;
/** What a rollup file says it is. */
export const ROLLUP_FORMAT = 'stormlog.telemetry_rollups';

const COUNT = 'an integer ≥ 0';
const TIME = 'nanoseconds, an integer ≥ 0';

const integer = z.int({ error: 'an integer' });
const count = z.int({ error: COUNT }).min(0, { error: COUNT });
const atLeastOne = z.int({ error: 'an integer ≥ 1' }).min(1, { error: 'an integer ≥ 1' });
const time = z.bigint({ error: TIME }).min(0n, { error: TIME });
const text = z.string({ error: 'text' });
const counts = z
  .custom<Readonly<Record<string, number>>>(isCountMap, { error: 'an object of integers ≥ 0' })
  .meta({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 } });

function isCountMap(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((member) => count.safeParse(member).success);
}

/** The highest value of a counter and the first event that had it; all null when it was never measured. */
export const rollupPeakSchema = z.object({
  value: integer.nullable(),
  timestamp_ns: time.nullable(),
  rank: count.nullable(),
  device_id: integer.nullable(),
});

const counters = z.object({
  allocator_allocated_bytes: rollupPeakSchema,
  allocator_reserved_bytes: rollupPeakSchema,
  device_used_bytes: rollupPeakSchema,
});

/** What a sink's manifest said when the rollups were made. */
export const rollupCoverageSchema = z.object({
  retained_segment_filenames: z.array(text),
  retained_segment_count: count,
  retained_event_count: count,
  retained_bytes: count,
  pruned_segment_count: count.nullable(),
  pruned_bytes: count.nullable(),
});

/** The events of one rank of a session. */
export const rankRollupSchema = z.object({
  rank: count,
  local_rank: count,
  world_size: atLeastOne,
  event_count: count,
  sample_count: count,
  first_timestamp_ns: time.nullable(),
  last_timestamp_ns: time.nullable(),
  counters,
  hidden_gap_first_bytes: integer.nullable(),
  hidden_gap_latest_bytes: integer.nullable(),
  hidden_gap_peak_bytes: integer.nullable(),
  hidden_gap_delta_bytes: integer.nullable(),
  hidden_gap_drift_bytes_per_second: z
    .custom<number>((value) => typeof value === 'number', { error: 'a number' })
    .meta({ type: 'number' })
    .nullable(),
});

/** The events of a session in one stretch of time. */
export const windowRollupSchema = z.object({
  index: count,
  start_ns: time,
  end_ns: time,
  event_count: count,
  sample_count: count,
  rank_count: count,
  counters,
  alert_count: count,
  collector_transition_count: count,
  oom_count: count,
});

/** The events of one session. */
export const sessionRollupSchema = z.object({
  session: sessionSummarySchema,
  event_count: count,
  sample_count: count,
  first_timestamp_ns: time.nullable(),
  last_timestamp_ns: time.nullable(),
  source_count: count,
  sources_loaded: z.array(text),
  warnings: z.array(text),
  counters,
  alerts: z.object({ total_count: count, severity_counts: counts, event_type_counts: counts }),
  collector_health: z.object({
    transition_count: count,
    degraded_count: count,
    recovered_count: count,
    degraded_time_ns: time,
    last_status: text.nullable(),
  }),
  oom: z.object({ marker_count: count, event_count: count, bundle_path_count: count }),
  ranks: z.array(rankRollupSchema),
  windows: z.array(windowRollupSchema),
});

/** `rollups.json` (docs/formats/rollups.md §1); `*_ns` are bigints. */
export const telemetryRollupsSchema = z.object({
  schema_version: z.literal(ROLLUP_VERSION, { error: String(ROLLUP_VERSION) }),
  format: z.literal(ROLLUP_FORMAT, { error: ROLLUP_FORMAT }),
  generated_at_ns: time,
  source_manifest: text.nullable(),
  source_manifest_schema_version: atLeastOne.nullable(),
  window_duration_ns: z.bigint({ error: 'an integer ≥ 1' }).min(1n, { error: 'an integer ≥ 1' }),
  coverage: rollupCoverageSchema,
  sessions: z.array(sessionRollupSchema),
});

export type RollupPeak = Readonly<z.infer<typeof rollupPeakSchema>>;
export type RollupCounters = Readonly<z.infer<typeof counters>>;
export type RollupCoverage = Readonly<z.infer<typeof rollupCoverageSchema>>;
export type RankRollup = Readonly<z.infer<typeof rankRollupSchema>>;
export type WindowRollup = Readonly<z.infer<typeof windowRollupSchema>>;
export type SessionRollup = Readonly<z.infer<typeof sessionRollupSchema>>;
/** A rollup file; see {@link telemetryRollupsSchema}. */
export type TelemetryRollups = Readonly<z.infer<typeof telemetryRollupsSchema>>;

/** A map of counts as a record has it, its keys in order. */
export function sortedCounts(counted: Iterable<readonly [string, number]>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counted].sort(([left], [right]) => compareCodePoints(left, right)));
}
