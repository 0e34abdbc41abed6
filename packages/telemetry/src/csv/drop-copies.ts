import type { TelemetryEvent } from '../event/telemetry-event.ts';

/** Events of one identity that are kept, each with the context that stands for it when it has none itself. */
interface Kept {
  index: number;
  context: string | null;
}

/**
 * The events without copies of each other, each in the place of its first copy (docs/formats/csv.md §6).
 *
 * Two events are copies when session, time, ranks, type, device, host and the three main counters agree and their
 * contexts do, a missing or empty context agreeing with any. The copy with the most metadata keys is kept, then one with
 * a context, then the first.
 */
export function dropCopies(events: readonly TelemetryEvent[]): TelemetryEvent[] {
  const kept: TelemetryEvent[] = [];
  const byIdentity = new Map<string, Kept[]>();
  for (const event of events) {
    const identity = identityOf(event);
    const context = event.context || null;
    const others = byIdentity.get(identity);
    const copy = others?.find((other) => context === null || other.context === null || other.context === context);
    if (copy === undefined) {
      const entry = { index: kept.length, context };
      kept.push(event);
      if (others === undefined) byIdentity.set(identity, [entry]);
      else others.push(entry);
      continue;
    }
    copy.context ??= context;
    if (isRicher(event, kept[copy.index]!)) kept[copy.index] = event;
  }
  return kept;
}

function identityOf(event: TelemetryEvent): string {
  return [
    event.timestamp_ns,
    event.rank,
    event.local_rank,
    event.world_size,
    event.device_id,
    event.allocator_allocated_bytes,
    event.allocator_reserved_bytes,
    event.device_used_bytes,
    event.event_type.length,
    event.event_type,
    event.host.length,
    event.host,
    event.session_id,
  ].join('|');
}

function isRicher(event: TelemetryEvent, than: TelemetryEvent): boolean {
  const difference = Object.keys(event.metadata).length - Object.keys(than.metadata).length;
  return difference !== 0 ? difference > 0 : Boolean(event.context) && !than.context;
}
