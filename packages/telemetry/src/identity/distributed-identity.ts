import { describeValue, isBlank, type JsonValue, type RecordIssue } from '@stormlog/records';
import { MAX_WORLD_SIZE } from '../event/record-fields.ts';

/** Which process of a job: ranks count from 0 and lie below the world size. */
export interface DistributedIdentity {
  /** Null outside a job. */
  readonly job_id: string | null;
  readonly rank: number;
  /** The rank among the processes of its host. */
  readonly local_rank: number;
  readonly world_size: number;
}

/** The parts of an identity as they were found; undefined and null both mean "not said". */
export interface IdentityParts {
  readonly job_id: JsonValue | undefined;
  readonly rank: JsonValue | undefined;
  readonly local_rank: JsonValue | undefined;
  readonly world_size: JsonValue | undefined;
}

/**
 * The identity that parts say, missing ones defaulted: a world of one, rank 0, local rank equal to the rank
 * (docs/formats/telemetry.md §6.2). Faults are appended to `issues`; the identity is then not to be used.
 */
export function normalizeIdentity(parts: IdentityParts, issues: RecordIssue[]): DistributedIdentity {
  const worldSize = readWorldSize(parts.world_size ?? 1, issues);
  const rank = readRank(parts.rank ?? 0, 'rank', worldSize, issues);
  const localRank = readRank(parts.local_rank ?? parts.rank ?? 0, 'local_rank', worldSize, issues);
  return { job_id: readJobId(parts.job_id ?? null, issues), rank, local_rank: localRank, world_size: worldSize };
}

function readJobId(value: JsonValue, issues: RecordIssue[]): string | null {
  if (value === null || (typeof value === 'string' && !isBlank(value))) return value;
  issues.push(fault('field_invalid', 'job_id', value, 'text that is not blank, or null'));
  return null;
}

function readWorldSize(value: JsonValue, issues: RecordIssue[]): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= MAX_WORLD_SIZE) return value;
  const isTooLarge = (typeof value === 'number' || typeof value === 'bigint') && value > MAX_WORLD_SIZE;
  const code = isTooLarge ? 'world_size_too_large' : 'field_invalid';
  issues.push(fault(code, 'world_size', value, `an integer from 1 to ${MAX_WORLD_SIZE}`));
  return MAX_WORLD_SIZE;
}

function readRank(value: JsonValue, field: string, worldSize: number, issues: RecordIssue[]): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) {
    if (value < worldSize) return value;
    issues.push(fault('field_invalid', field, value, `a rank below the world size ${worldSize}`));
    return 0;
  }
  const code = typeof value === 'bigint' ? 'number_out_of_range' : 'field_invalid';
  issues.push(fault(code, field, value, 'an integer ≥ 0 and below the world size'));
  return 0;
}

function fault(code: RecordIssue['code'], field: string, value: JsonValue, expected: string): RecordIssue {
  return { code, field, found: describeValue(value), expected };
}
