import { InvalidRecordError, lowerCase } from '@stormlog/records';
import { counterOf } from './counter.ts';
import type { DerivedFields } from './derived-fields.ts';
import { type ExactInteger, integerDifference, integerRatio } from './integer-ratio.ts';
import type { MemoryEventLike } from './memory-event-like.ts';
import { memoryFeatureEnabled } from './memory-feature.ts';

const DEGRADED = /fallback|degraded|unavailable|partial|legacy\.unknown/;

/**
 * The fields derived from one event (docs/formats/gap-analysis.md §3.2). Sizes are bytes.
 *
 * @throws InvalidRecordError for a counter that is no integer in any accepted form, for a device total that is no
 * number, and for a ratio beyond the double range; the error names the field
 */
export function computeEventFields(event: MemoryEventLike): DerivedFields {
  const allocated = counterOf(event.allocator_allocated_bytes, 'allocator_allocated_bytes');
  const reserved = counterOf(event.allocator_reserved_bytes, 'allocator_reserved_bytes');
  const inactive = inactiveOf(event);
  const used = counterOf(event.device_used_bytes, 'device_used_bytes') ?? allocated;
  const canUseAllocated = allocated !== null && memoryFeatureEnabled(event, 'supports_allocator_allocated');
  const gap = allocated === null || reserved === null ? null : notNegative(integerDifference(reserved, allocated));
  return {
    allocator_gap_bytes: gap,
    utilization_ratio: utilization(canUseAllocated ? allocated : used, event.device_total_bytes),
    fragmentation_ratio: fragmentation(event, inactive, reserved),
    allocator_cache_ratio: gap === null ? null : shareOf(gap, reserved),
    is_degraded_collector: typeof event.collector === 'string' && DEGRADED.test(lowerCase(event.collector)),
  };
}

/**
 * The fragmentation ratio of two counters as an event holds them, for loops that need nothing else and have looked at
 * the capabilities themselves.
 *
 * @throws InvalidRecordError as {@link computeEventFields} does
 */
export function fragmentationRatioOf(inactive: unknown, reserved: unknown): number | null {
  const part = counterOf(inactive, 'allocator_inactive_bytes');
  const whole = counterOf(reserved, 'allocator_reserved_bytes');
  return part === null ? null : shareOf(part, whole);
}

function inactiveOf(event: MemoryEventLike): ExactInteger | null {
  const inactive = event.allocator_inactive_bytes;
  if (inactive === null || inactive === undefined) return null;
  if (!memoryFeatureEnabled(event, 'supports_allocator_inactive')) return null;
  return counterOf(inactive, 'allocator_inactive_bytes');
}

function fragmentation(
  event: MemoryEventLike,
  inactive: ExactInteger | null,
  reserved: ExactInteger | null,
): number | null {
  if (inactive === null || !memoryFeatureEnabled(event, 'supports_fragmentation_analysis')) return null;
  return shareOf(inactive, reserved);
}

function shareOf(part: ExactInteger, whole: ExactInteger | null): number | null {
  return whole === null || whole === 0 ? null : integerRatio(part, whole);
}

function notNegative(value: ExactInteger): ExactInteger {
  return value < 0 ? 0 : value;
}

function utilization(used: ExactInteger | null, total: unknown): number | null {
  if (used === null || total === null || total === undefined) return null;
  const capacity = typeof total === 'boolean' ? Number(total) : total;
  if (typeof capacity !== 'number' && typeof capacity !== 'bigint') {
    throw new InvalidRecordError('field_invalid', 'device_total_bytes must be a number', {
      field: 'device_total_bytes',
    });
  }
  if (capacity <= 0) return null;
  if (typeof capacity === 'number' && !Number.isSafeInteger(capacity)) return finiteNumber(used) / capacity;
  return integerRatio(used, capacity);
}

function finiteNumber(value: ExactInteger): number {
  const rounded = Number(value);
  if (Number.isFinite(rounded)) return rounded;
  throw new InvalidRecordError('number_out_of_range', 'device_used_bytes is larger than any double', {
    field: 'device_used_bytes',
  });
}
