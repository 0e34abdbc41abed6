import { isJsonObject } from '@stormlog/records';
import type { MemoryEventLike } from './memory-event-like.ts';

/**
 * Whether an event's collector can measure something. Only an explicit `false` in `metadata.memory_capabilities` says
 * no; an absent flag, null, 0 or `"false"` says yes (docs/formats/gap-analysis.md §3.1).
 */
export function memoryFeatureEnabled(event: MemoryEventLike, feature: string): boolean {
  const metadata = event.metadata;
  if (!isJsonObject(metadata)) return true;
  const capabilities = metadata['memory_capabilities'];
  return !(isJsonObject(capabilities) && Object.hasOwn(capabilities, feature) && capabilities[feature] === false);
}

/**
 * Why fragmentation cannot be told from these events, for a person; null when it can, or when there are no events. It
 * cannot when every event's collector rules it out (docs/formats/gap-analysis.md §3.1).
 */
export function fragmentationUnavailableReason(events: Iterable<MemoryEventLike>): string | null {
  let isEmpty = true;
  for (const event of events) {
    if (memoryFeatureEnabled(event, 'supports_fragmentation_analysis')) return null;
    isEmpty = false;
  }
  return isEmpty ? null : 'The collector says of every event that it cannot tell fragmentation from cached memory';
}
