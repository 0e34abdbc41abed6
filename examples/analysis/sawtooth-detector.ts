// A detector of one's own: memory that climbs and falls again and again, as a cache does that is emptied too often.
// node sawtooth-detector.ts PATH…
import { groupEventsByRank, loadDistributedArtifacts, type TelemetryEvent } from 'stormlog';

/** Falls by more than half of the range that the rank used, from one sample to the next. */
function sharpFalls(events: readonly TelemetryEvent[]): number {
  const sizes = events.flatMap(({ allocator_allocated_bytes: bytes }) => (bytes === null ? [] : [bytes]));
  let lowest = Infinity;
  let highest = 0;
  for (const size of sizes) {
    lowest = Math.min(lowest, size);
    highest = Math.max(highest, size);
  }
  return sizes.filter((size, i) => i > 0 && sizes[i - 1]! - size > (highest - lowest) / 2).length;
}

const load = await loadDistributedArtifacts(process.argv.slice(2), { onInvalid: 'skip' });
for (const [rank, events] of groupEventsByRank(load.events)) {
  console.log(`rank ${rank}: ${sharpFalls(events)} sharp falls in ${events.length} events`);
}
