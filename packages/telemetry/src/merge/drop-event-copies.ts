import type { TelemetryEvent } from '../event/telemetry-event.ts';

/** What is left of a list of events, and how many copies fell away. */
export interface DistinctEvents {
  readonly events: readonly TelemetryEvent[];
  readonly duplicates: number;
}

/** Below this many events of one time, comparing each with each is cheaper than hashing. */
const FEW = 8;

/**
 * Removes copies from events of one session that are ascending by time (docs/formats/csv.md §6,
 * docs/formats/distributed-diagnostics.md §5.2). The session ids of the events are not looked at. Near-linear, whatever
 * the events have in common; a list without copies is answered as it is.
 *
 * Copies agree in time, rank, local rank, world size, type, device, host, allocated, reserved and used; a missing or
 * empty context agrees with any, two other contexts must be equal. Of copies the one with most metadata keys stays, then
 * one with a context, then the first; it stands where the first of them stood.
 */
export function dropEventCopies(events: readonly TelemetryEvent[]): DistinctEvents {
  let kept: TelemetryEvent[] | null = null;
  let start = 0;
  while (start < events.length) {
    let end = start + 1;
    while (end < events.length && events[end]!.timestamp_ns === events[start]!.timestamp_ns) end++;
    const survivors = end - start > 1 ? survivorsOf(events, start, end) : null;
    if (survivors !== null && kept === null) kept = events.slice(0, start);
    if (survivors !== null) for (const event of survivors) kept?.push(event);
    else for (let i = start; i < end; i++) kept?.push(events[i]!);
    start = end;
  }
  return kept === null ? { events, duplicates: 0 } : { events: kept, duplicates: events.length - kept.length };
}

/** What stays of the events of one time, or null when all do. */
function survivorsOf(events: readonly TelemetryEvent[], start: number, end: number): TelemetryEvent[] | null {
  const kin = end - start <= FEW ? kinByComparing(events, start, end) : kinByHashing(events, start, end);
  if (kin.length === end - start) return null;
  const survivors: { readonly place: number; readonly event: TelemetryEvent }[] = [];
  for (const members of kin) {
    for (const copies of splitByContext(events, members)) {
      survivors.push({ place: copies[0]!, event: richest(events, copies) });
    }
  }
  if (survivors.length === end - start) return null;
  survivors.sort((left, right) => left.place - right.place);
  return survivors.map((survivor) => survivor.event);
}

/** Indexes of events that agree in everything but the context, grouped. */
function kinByComparing(events: readonly TelemetryEvent[], start: number, end: number): number[][] {
  const kin: number[][] = [];
  for (let i = start; i < end; i++) {
    const same = kin.find((members) => agree(events[members[0]!]!, events[i]!));
    if (same === undefined) kin.push([i]);
    else same.push(i);
  }
  return kin;
}

function kinByHashing(events: readonly TelemetryEvent[], start: number, end: number): number[][] {
  const kin = new Map<string, number[]>();
  for (let i = start; i < end; i++) {
    const event = events[i]!;
    const identity = JSON.stringify([
      event.rank,
      event.local_rank,
      event.world_size,
      event.event_type,
      event.allocator_allocated_bytes,
      event.allocator_reserved_bytes,
      event.device_used_bytes,
      event.device_id,
      event.host,
    ]);
    const members = kin.get(identity);
    if (members === undefined) kin.set(identity, [i]);
    else members.push(i);
  }
  return [...kin.values()];
}

function agree(left: TelemetryEvent, right: TelemetryEvent): boolean {
  return (
    left.rank === right.rank &&
    left.allocator_allocated_bytes === right.allocator_allocated_bytes &&
    left.device_used_bytes === right.device_used_bytes &&
    left.event_type === right.event_type &&
    left.device_id === right.device_id &&
    left.host === right.host &&
    left.allocator_reserved_bytes === right.allocator_reserved_bytes &&
    left.local_rank === right.local_rank &&
    left.world_size === right.world_size
  );
}

/** Splits kin by context; those without one join the first that has one. */
function splitByContext(events: readonly TelemetryEvent[], members: readonly number[]): number[][] {
  const byContext = new Map<string, number[]>();
  const without: number[] = [];
  for (const index of members) {
    const context = events[index]!.context;
    const copies = context === null || context === '' ? without : byContext.get(context);
    if (copies === undefined) byContext.set(context!, [index]);
    else copies.push(index);
  }
  const parts = [...byContext.values()];
  if (without.length === 0) return parts;
  if (parts.length === 0) return [without];
  parts[0] = [...parts[0]!, ...without].sort((left, right) => left - right);
  return parts;
}

function richest(events: readonly TelemetryEvent[], copies: readonly number[]): TelemetryEvent {
  let best = events[copies[0]!]!;
  let bestSize = Object.keys(best.metadata).length;
  for (const index of copies) {
    const event = events[index]!;
    const size = Object.keys(event.metadata).length;
    if (size > bestSize || (size === bestSize && !best.context && event.context)) {
      best = event;
      bestSize = size;
    }
  }
  return best;
}
