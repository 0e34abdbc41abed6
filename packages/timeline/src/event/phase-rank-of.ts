import { parseIntegerText } from '@stormlog/records';
import type { EventLike } from './event-like.ts';
import { safeIntegerOf } from './integer-of.ts';

/**
 * The rank that phases file an event under: 0 when the field is absent, an integer (negative too) as it is, a text that
 * is integer text as that integer. Null, a boolean, a fraction or another text is no rank, and neither is an integer
 * beyond ±(2^53−1) (docs/formats/phases.md §3).
 */
export function phaseRankOf(event: EventLike): number | null {
  const rank = event.rank;
  if (rank === undefined) return 0;
  return safeIntegerOf(typeof rank === 'string' ? parseIntegerText(rank) : rank);
}
