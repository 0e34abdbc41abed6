import {
  type AnomalyIndicator,
  type Cause,
  combineRankSummaries,
  explainRun,
  groupEventsByRank,
  summarizeRank,
} from '@stormlog/distributed-diagnostics';
import { deviceIdOf, generateIncident } from './generate-incident.ts';
import type { Incident, IncidentKind } from './incident-plan.ts';

/** How well one incident was explained. */
export interface Verdict {
  readonly seed: number;
  readonly kind: IncidentKind;
  /** The best cause is of a right kind and names the right rank; of a healthy run: nothing above `info`. */
  readonly right: boolean;
  /** One of the original's two indicators names a right kind on the right rank; of a healthy run: it shows none. */
  readonly originalRight: boolean;
  /** One of them names the right rank, whatever it says of it. */
  readonly originalRank: boolean;
  /** Distance of the onset in sampling intervals; null when there is none or the answer is wrong. */
  readonly onsetError: number | null;
  /** What was said first. */
  readonly answer: string;
  readonly events: number;
}

export function judgeIncident(seed: number): Verdict {
  const { incident, load, onset_ns } = generateIncident(seed);
  const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);
  const causes = explainRun({ load, summaries });
  const indicators = combineRankSummaries(summaries).indicators;
  const { kind, faulty, right: kinds, setting } = incident;
  const top = causes[0];
  const isRight =
    kind === 'healthy'
      ? causes.every(({ severity }) => severity === 'info')
      : top !== undefined && kinds.includes(top.kind) && names(top, incident);
  const rank = indicators.some((indicator) => faulty.includes(indicator.rank));
  const onsetError =
    isRight && onset_ns !== null && top !== undefined && top.onset_ns !== null
      ? Math.abs(Number(top.onset_ns - onset_ns)) / setting.interval
      : null;
  return {
    seed,
    kind,
    right: isRight,
    originalRight:
      kind === 'healthy'
        ? indicators.length === 0
        : indicators.some((each) => faulty.includes(each.rank) && kinds.includes(kindOfSignal(each))),
    originalRank: kind === 'healthy' ? indicators.length === 0 : rank,
    onsetError,
    answer:
      top === undefined ? 'nothing' : `${top.severity} ${top.kind} ${top.ranks.slice(0, 4).join(',')}: ${top.summary}`,
    events: load.events.length,
  };
}

/** The cause names the right ranks, and where a rank has several devices, the right one. */
function names(cause: Cause, incident: Incident): boolean {
  const { kind, faulty, setting, faultyDevice } = incident;
  if (kind === 'restarts') return true;
  if (kind === 'collective_buffers') return cause.ranks.length >= 0.8 * setting.worldSize;
  if (kind === 'undecided' || kind === 'rank_missing') {
    return faulty.length === cause.ranks.length && faulty.every((rank) => cause.ranks.includes(rank));
  }
  if (cause.kind === 'undecided') return cause.ranks.includes(faulty[0]!);
  // Only the faulty rank may be named: a cause of every rank would always hold the right one.
  if (cause.ranks.length !== 1 || cause.ranks[0] !== faulty[0]) return false;
  const device = deviceIdOf(incident, faulty[0]!, faultyDevice);
  return setting.devices.length === 1 || (cause.devices.length === 1 && cause.devices[0] === device);
}

/** What an indicator of the original says, in the words of the labels. */
function kindOfSignal({ signal }: AnomalyIndicator): string {
  if (signal.startsWith('alert:')) return 'rank_stopped_early';
  if (signal.startsWith('collective:')) return 'collective_buffers';
  if (signal.includes('spike')) return 'spike';
  if (signal.includes('fragmentation')) return 'fragmentation';
  return 'hidden_leak';
}
