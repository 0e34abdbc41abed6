import type { Cause, MemoryCounter } from './cause.ts';

/** Which of several causes of one rank says most, when they are about one and the same memory. */
const GROWTH_ORDER: readonly MemoryCounter[] = ['allocated', 'hidden', 'reserved', 'device_used'];

/**
 * The memory causes without those that say again what another says (docs/formats/causes.md §6): reserved memory holds
 * allocated memory, and device memory holds both, so one growth shows on several counters.
 */
export function withoutRepetition(causes: readonly Cause[]): Cause[] {
  const kept: Cause[] = [];
  const byRank = new Map<number, Cause[]>();
  const ordered = [...causes].sort((left, right) => weightOf(left) - weightOf(right));
  for (const cause of ordered) {
    const known = cause.ranks.flatMap((rank) => byRank.get(rank) ?? []);
    if (known.some((other) => says(other, cause))) continue;
    kept.push(cause);
    for (const rank of cause.ranks) {
      const own = byRank.get(rank);
      if (own === undefined) byRank.set(rank, [cause]);
      else own.push(cause);
    }
  }
  return kept;
}

function weightOf(cause: Cause): number {
  const counter = counterOf(cause);
  const place = counter === null ? 0 : GROWTH_ORDER.indexOf(counter);
  if (cause.kind === 'leak' && counter === 'allocated') return 0;
  if (cause.kind === 'fragmentation') return 1;
  if (cause.kind === 'hidden_leak') return 2;
  if (cause.kind === 'leak') return 3 + place;
  if (cause.kind === 'peer_divergence') return 10 + place;
  return 20 + place;
}

function counterOf(cause: Cause): MemoryCounter | null {
  switch (cause.kind) {
    case 'leak':
    case 'hidden_leak':
    case 'peer_divergence':
    case 'spike':
      return cause.evidence.counter;
    default:
      return null;
  }
}

/** True when the first cause, of a rank of the second, already tells what the second would. */
function says(first: Cause, second: Cause): boolean {
  const same = counterOf(first) === counterOf(second);
  const grows = first.kind === 'leak' || first.kind === 'hidden_leak' || first.kind === 'fragmentation';
  if (second.kind === 'spike') return first.kind === 'spike' || first.kind === 'peer_divergence';
  if (second.kind === 'leak' && first.kind === 'leak' && same) return first.ranks.length > 1;
  return grows || (first.kind === 'peer_divergence' && second.kind === 'peer_divergence');
}
