import { InvalidRecordError } from '@stormlog/records';

/** How well a collector of measurements works. */
export const COLLECTOR_HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;

/** One of {@link COLLECTOR_HEALTH_STATUSES}. */
export type CollectorHealthStatus = (typeof COLLECTOR_HEALTH_STATUSES)[number];

/** A collector's health as the metadata of its events carries it (docs/formats/issues.md §5). */
export interface CollectorHealth {
  readonly collector_health_status: CollectorHealthStatus;
  /** Some counters could not be measured. */
  readonly telemetry_partial: boolean;
  /** Which ones, in the order they were met. */
  readonly collector_partial_fields: readonly string[];
  readonly collector_last_error: string | null;
  readonly collector_consecutive_failures: number;
  /** Seconds since the Unix epoch. */
  readonly collector_next_retry_epoch_s: number | null;
}

/** What {@link collectorHealth} is told; an absent member means that all is well. */
export interface CollectorHealthFields {
  readonly status?: string | undefined;
  readonly telemetryPartial?: boolean | undefined;
  /** Empty names and repetitions are left out. */
  readonly partialFields?: Iterable<string> | undefined;
  readonly lastError?: string | null | undefined;
  readonly consecutiveFailures?: number | undefined;
  readonly nextRetryEpochSeconds?: number | null | undefined;
}

/**
 * A collector's health in the form that event metadata carries.
 *
 * @throws InvalidRecordError `field_invalid` for a status that is none of the three words, letter case included
 */
export function collectorHealth(fields: CollectorHealthFields = {}): CollectorHealth {
  return {
    collector_health_status: statusOf(fields.status === undefined ? 'healthy' : fields.status),
    telemetry_partial: fields.telemetryPartial ?? false,
    collector_partial_fields: [...new Set(fields.partialFields ?? [])].filter(Boolean),
    collector_last_error: fields.lastError ?? null,
    collector_consecutive_failures: fields.consecutiveFailures ?? 0,
    collector_next_retry_epoch_s: fields.nextRetryEpochSeconds ?? null,
  };
}

function statusOf(word: string): CollectorHealthStatus {
  const status = COLLECTOR_HEALTH_STATUSES.find((known) => known === word);
  if (status !== undefined) return status;
  const expected = `one of ${COLLECTOR_HEALTH_STATUSES.join(', ')}`;
  throw new InvalidRecordError('field_invalid', `the health of a collector must be ${expected}, found ${word}`, {
    field: 'collector_health_status',
  });
}
