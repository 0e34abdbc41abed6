import * as z from 'zod';
import {
  commonFields,
  coreCounters,
  nonBlankText,
  nullableCoreCounters,
  optionalIdentityFields,
  recordTimestamp,
} from './record-fields.ts';

/** Version 2 as it stands on disk: no session id, core counters never null (docs/formats/telemetry.md §2.1). */
export const telemetryRecordV2Schema = z.strictObject({
  schema_version: z.literal(2),
  timestamp_ns: recordTimestamp,
  ...commonFields,
  ...optionalIdentityFields,
  ...coreCounters,
});

/** Version 3 as it stands on disk: version 2 with a session id. */
export const telemetryRecordV3Schema = z.strictObject({
  schema_version: z.literal(3),
  session_id: nonBlankText,
  timestamp_ns: recordTimestamp,
  ...commonFields,
  ...optionalIdentityFields,
  ...coreCounters,
});

/** Version 4 as it stands on disk: counters may be null, `metadata.memory_capabilities` says which can be measured. */
export const telemetryRecordV4Schema = z.strictObject({
  schema_version: z.literal(4),
  session_id: nonBlankText,
  timestamp_ns: recordTimestamp,
  ...commonFields,
  ...optionalIdentityFields,
  ...nullableCoreCounters,
});

/** A version of the record that is read. */
export type TelemetryRecordVersion = 2 | 3 | 4;

/** The schema of each version that is read. */
export const telemetryRecordSchemas = {
  2: telemetryRecordV2Schema,
  3: telemetryRecordV3Schema,
  4: telemetryRecordV4Schema,
} as const;

/** A valid record of any version, as far as each field's own rule goes. */
export type TelemetryRecord = Readonly<
  | z.infer<typeof telemetryRecordV2Schema>
  | z.infer<typeof telemetryRecordV3Schema>
  | z.infer<typeof telemetryRecordV4Schema>
>;

/** The version a `schema_version` value names; null when it is none that is read. */
export function recordVersion(value: unknown): TelemetryRecordVersion | null {
  return value === 2 || value === 3 || value === 4 ? value : null;
}
