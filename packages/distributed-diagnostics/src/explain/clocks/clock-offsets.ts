import type { TelemetryEvent } from '@stormlog/telemetry';
import { PhaseReplayIndex } from '@stormlog/timeline';
import { groupEventsByRank } from '../../model/group-events-by-rank.ts';
import { phaseColumnsOf } from '../signs/phase-columns.ts';
import type { ClockOffset } from './clock-offset.ts';
import { estimateOffsets } from './estimate-offsets.ts';
import { phaseTimesOf } from './phase-times.ts';

/**
 * How the clocks of the hosts stand to each other, from the phase boundaries that their ranks have in common: a collective
 * ends on all ranks at nearly the same time (docs/formats/causes.md §3). One entry for each host, the reference first;
 * basis `none` where nothing could be matched. O(n log n).
 *
 * @param events of any ranks, in any order; not changed
 */
export function clockOffsets(events: Iterable<TelemetryEvent>): ClockOffset[] {
  const byRank = groupEventsByRank(events);
  const base = [...byRank.values()][0]?.[0]?.timestamp_ns ?? 0n;
  return estimateOffsets(
    [...byRank].map(([rank, own]) => {
      let last = own[0]!;
      for (const event of own) if (event.timestamp_ns >= last.timestamp_ns) last = event;
      return {
        rank,
        host: last.host,
        phases: phaseTimesOf(phaseColumnsOf(own, PhaseReplayIndex.fromEvents(own)), base),
      };
    }),
  );
}
