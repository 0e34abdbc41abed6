import { isInteger, isJsonObject, type JsonObject, type JsonValue, parseIntegerText } from '@stormlog/records';

/** What a timeline says about whose it is; null where it says nothing usable. */
export interface TimelineHints {
  readonly rank: number | null;
  readonly localRank: number | null;
  readonly worldSize: number | null;
}

/**
 * Rank, local rank and world size of a timeline, each the first usable one of the payload itself, its `metadata` and its
 * `distributed_identity` (docs/formats/distributed-diagnostics.md §4.2).
 */
export function timelineHints(payload: JsonObject): TimelineHints {
  const places = [payload, member(payload, 'metadata'), member(payload, 'distributed_identity')].filter(isJsonObject);
  const first = (field: string, minimum: number): number | null => {
    for (const place of places) {
      const value = usableInteger(member(place, field), minimum);
      if (value !== null) return value;
    }
    return null;
  };
  return { rank: first('rank', 0), localRank: first('local_rank', 0), worldSize: first('world_size', 1) };
}

/** A value of a foreign object by its own key. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An integer, or a text that holds one; beyond 2^53 rounded, for such ranks are refused later whatever they are. */
function usableInteger(value: JsonValue | undefined, minimum: number): number | null {
  const integer = typeof value === 'string' ? parseIntegerText(value) : isInteger(value) ? value : null;
  return integer === null || integer < minimum ? null : Number(integer);
}
