import type { RecordIssue } from '@stormlog/records';
import type { MemoryCapabilities } from './memory-capabilities.ts';

/** The fields that rules between fields look at; values of the wrong type are passed over, their own rule names them. */
export interface CrossCheckedFields {
  readonly rank?: unknown;
  readonly local_rank?: unknown;
  readonly world_size?: unknown;
  readonly allocator_allocated_bytes?: unknown;
  readonly allocator_reserved_bytes?: unknown;
  readonly allocator_active_bytes?: unknown;
  readonly allocator_inactive_bytes?: unknown;
  readonly allocator_change_bytes?: unknown;
  readonly device_used_bytes?: unknown;
  readonly device_free_bytes?: unknown;
  readonly device_total_bytes?: unknown;
}

const NONE: readonly RecordIssue[] = [];

/**
 * Faults between the fields of a record: a rank outside the world, more memory used or free than there is
 * (docs/formats/telemetry.md §2.4, §3).
 */
export function consistencyIssues(record: CrossCheckedFields): readonly RecordIssue[] {
  let issues = NONE;
  const worldSize =
    typeof record.world_size === 'number' ? record.world_size : record.world_size === undefined ? 1 : null;
  const total = record.device_total_bytes;
  if (worldSize !== null) {
    if (typeof record.rank === 'number' && record.rank >= worldSize) {
      issues = withIssue(issues, 'rank', record.rank, `a rank below the world size ${worldSize}`);
    }
    if (typeof record.local_rank === 'number' && record.local_rank >= worldSize) {
      issues = withIssue(issues, 'local_rank', record.local_rank, `a rank below the world size ${worldSize}`);
    }
  }
  if (typeof total === 'number') {
    if (typeof record.device_used_bytes === 'number' && record.device_used_bytes > total) {
      issues = withIssue(issues, 'device_used_bytes', record.device_used_bytes, `at most device_total_bytes, ${total}`);
    }
    if (typeof record.device_free_bytes === 'number' && record.device_free_bytes > total) {
      issues = withIssue(issues, 'device_free_bytes', record.device_free_bytes, `at most device_total_bytes, ${total}`);
    }
  }
  return issues;
}

/** A counter, and the flag of `memory_capabilities` without which it is null. */
const COUNTER_FLAGS = [
  ['allocator_allocated_bytes', 'supports_allocator_allocated'],
  ['allocator_reserved_bytes', 'supports_allocator_reserved'],
  ['allocator_active_bytes', 'supports_allocator_active'],
  ['allocator_inactive_bytes', 'supports_allocator_inactive'],
  ['allocator_change_bytes', 'supports_allocator_allocated'],
  ['device_used_bytes', 'supports_device_used'],
  ['device_free_bytes', 'supports_device_free'],
  ['device_total_bytes', 'supports_device_total'],
] as const;

/** Faults between counters and what the source says it can measure: without the flag a counter is null (§2.3). */
export function capabilityIssues(record: CrossCheckedFields, capabilities: MemoryCapabilities): readonly RecordIssue[] {
  if (agreesWithCapabilities(record, capabilities)) return NONE;
  let issues = NONE;
  for (const [field, flag] of COUNTER_FLAGS) {
    const value = record[field];
    if (!capabilities[flag] && typeof value === 'number') {
      issues = withIssue(issues, field, value, `null, because memory_capabilities.${flag} is false`);
    }
  }
  return issues;
}

/** The same without a loop over names, which would cost as much as the rest of the validation. */
function agreesWithCapabilities(record: CrossCheckedFields, capabilities: MemoryCapabilities): boolean {
  return (
    (capabilities.supports_allocator_allocated ||
      (typeof record.allocator_allocated_bytes !== 'number' && typeof record.allocator_change_bytes !== 'number')) &&
    (capabilities.supports_allocator_reserved || typeof record.allocator_reserved_bytes !== 'number') &&
    (capabilities.supports_allocator_active || typeof record.allocator_active_bytes !== 'number') &&
    (capabilities.supports_allocator_inactive || typeof record.allocator_inactive_bytes !== 'number') &&
    (capabilities.supports_device_used || typeof record.device_used_bytes !== 'number') &&
    (capabilities.supports_device_free || typeof record.device_free_bytes !== 'number') &&
    (capabilities.supports_device_total || typeof record.device_total_bytes !== 'number')
  );
}

function withIssue(issues: readonly RecordIssue[], field: string, found: number, expected: string): RecordIssue[] {
  return [...issues, { code: 'field_invalid', field, found: String(found), expected }];
}
