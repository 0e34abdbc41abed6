import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import * as z from 'zod';

const jsonObject = z.custom<JsonObject>(isJsonObject, { error: 'an object' }).meta({ type: 'object' });
const jsonValue = z.custom<JsonValue>((value) => value !== undefined);

const identity = {
  job_id: jsonValue,
  rank: jsonValue,
  local_rank: jsonValue,
  world_size: jsonValue,
} as const;

/**
 * The backend-neutral envelope of a telemetry record, version 1 (docs/formats/telemetry.md §8). Times are bigints in
 * nanoseconds since the Unix epoch; values copied from a record are as it had them, null when it did not.
 */
export const projectedTelemetryRecordSchema = z.strictObject({
  schema_version: z.literal(1),
  /** `telemetry-` and 32 hex digits, a digest of the whole record. */
  record_id: z.string(),
  timestamp_ns: z.bigint(),
  observed_timestamp_ns: z.bigint(),
  session_id: z.string(),
  source_kind: z.string(),
  event_type: z.string(),
  /** The innermost phase. */
  stage: z.string().nullable(),
  severity: z.string().nullable(),
  severity_text: z.string().nullable(),
  body: z.string().nullable(),
  resource: z.strictObject({
    source_kind: z.string(),
    collector: jsonValue,
    host: jsonValue,
    pid: jsonValue,
    device_id: jsonValue,
    ...identity,
  }),
  attributes: jsonObject,
  correlation: z.strictObject({
    session_id: z.string(),
    ...identity,
    'phase.scope_id': jsonValue.optional(),
    'phase.parent_scope_id': jsonValue.optional(),
    'phase.sequence': jsonValue.optional(),
  }),
});

type Projected = z.infer<typeof projectedTelemetryRecordSchema>;

/** Which process and device a record is from. */
export type ProjectedResource = Readonly<Projected['resource']>;

/** What ties a record to others. */
export type ProjectedCorrelation = Readonly<Projected['correlation']>;

/** See {@link projectedTelemetryRecordSchema}. */
export type ProjectedTelemetryRecord = Readonly<Omit<Projected, 'resource' | 'correlation'>> & {
  readonly resource: ProjectedResource;
  readonly correlation: ProjectedCorrelation;
};
