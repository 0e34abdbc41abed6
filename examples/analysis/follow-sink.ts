// Follows a sink while it is written, and says when memory reaches a new height.
// node follow-sink.ts SINK
import { followTelemetrySink } from 'stormlog';

const [sink = 'telemetry'] = process.argv.slice(2);
const highest = new Map<number, number>();
for await (const change of followTelemetrySink(sink, { intervalMs: 200, untilEnded: true })) {
  if (change.kind === 'sessions') console.log(change.sessions.map(({ status }) => `session ${status}`).join(', '));
  if (change.kind !== 'events') continue;
  for (const { rank, allocator_allocated_bytes: bytes } of change.events) {
    // A tenth more than ever before is worth a line.
    if (bytes === null || bytes <= (highest.get(rank) ?? 0) * 1.1) continue;
    highest.set(rank, bytes);
    console.log(`rank ${rank}: ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  }
}
