import { isJsonObject, type JsonValue } from '@stormlog/records';
import { fragmentationRatioOf } from './compute-event-fields.ts';
import type { MemoryEventLike } from './memory-event-like.ts';
import { memoryFeatureEnabled } from './memory-feature.ts';

/**
 * Reads the fragmentation ratio of event after event. Events of one run mostly share one capabilities object, whose
 * flags are looked up once.
 */
export function createFragmentationReader(): (event: MemoryEventLike) => number | null {
  let capabilities: JsonValue | undefined;
  let isMeasured = true;
  return (event) => {
    const inactive = event.allocator_inactive_bytes;
    if (inactive === null || inactive === undefined) return null;
    const found = isJsonObject(event.metadata) ? event.metadata['memory_capabilities'] : undefined;
    if (found !== capabilities) {
      capabilities = found;
      isMeasured =
        memoryFeatureEnabled(event, 'supports_allocator_inactive') &&
        memoryFeatureEnabled(event, 'supports_fragmentation_analysis');
    }
    return isMeasured ? fragmentationRatioOf(inactive, event.allocator_reserved_bytes) : null;
  };
}
