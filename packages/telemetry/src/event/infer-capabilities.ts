import { isBlank, type JsonObject, lowerCase, pythonText } from '@stormlog/records';
import type { MemoryCapabilities } from './memory-capabilities.ts';

/** Which counters a record gives; a value that was given but is unusable counts as given. */
export interface MeasuredCounters {
  readonly allocated: boolean;
  readonly reserved: boolean;
  readonly active: boolean;
  readonly inactive: boolean;
  readonly used: boolean;
  readonly free: boolean;
  readonly total: boolean;
}

const BACKENDS = ['cuda', 'rocm', 'mps', 'cpu', 'tensorflow', 'jax'];

/**
 * The capabilities of a record that does not state them: what was measured could be measured
 * (docs/formats/telemetry.md §4.2). A blank `metadata.sampling_source` is kept, and then refused by validation.
 */
export function inferCapabilities(
  metadata: JsonObject,
  collector: string,
  measured: MeasuredCounters,
): MemoryCapabilities {
  const { allocated, reserved } = measured;
  const source = Object.hasOwn(metadata, 'sampling_source') ? metadata['sampling_source']! : 'legacy';
  return {
    backend: inferBackend(metadata, collector),
    telemetry_collector: collector,
    sampling_source: pythonText(source),
    supports_allocator_allocated: allocated,
    supports_allocator_reserved: reserved,
    supports_allocator_active: measured.active,
    supports_allocator_inactive: measured.inactive,
    supports_device_used: measured.used,
    supports_device_free: measured.free,
    supports_device_total: measured.total,
    supports_native_allocator_history: false,
    supports_fragmentation_analysis: allocated && reserved,
    supports_allocator_attribution: allocated && reserved,
    supports_bounded_profiling: false,
  };
}

function inferBackend(metadata: JsonObject, collector: string): string {
  const said = Object.hasOwn(metadata, 'backend') ? metadata['backend'] : undefined;
  if (typeof said === 'string' && !isBlank(said)) return said;
  const name = lowerCase(collector);
  return BACKENDS.find((backend) => name.includes(backend)) ?? 'unknown';
}
