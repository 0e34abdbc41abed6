import { MAX_WORLD_SIZE, type TelemetryEvent } from '@stormlog/telemetry';

/**
 * The ranks that a job should have, ascending: those with events, and all below the largest world size that can be
 * believed (docs/formats/distributed-diagnostics.md §9.1). This is what a rank filter is read against.
 */
export function expectedRanks(events: Iterable<TelemetryEvent>): number[] {
  const present = new Set<number>();
  let largest = 0;
  for (const { rank, world_size } of events) {
    present.add(rank);
    if (world_size > largest && world_size <= MAX_WORLD_SIZE) largest = world_size;
  }
  return completeRanks(present, largest);
}

/** Present ranks and all below the world size; without a world size, below the number of present ranks. */
export function completeRanks(present: ReadonlySet<number>, worldSize: number): number[] {
  const size = worldSize || present.size;
  const beyond = [...present].filter((rank) => rank >= size).sort((left, right) => left - right);
  return [...Array.from({ length: size }, (_, rank) => rank), ...beyond];
}
