import type { AnomalyCandidate, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import type { TimelineMarker } from '@stormlog/timeline';
import type { RankOverview } from '../diagnosis/rank-overview.ts';
import { signalLabel } from '../terminal/signal-label.ts';
import type { PageClock } from './page-clock.ts';
import type { SignRow } from './page-data.ts';
import type { TextTable } from './text-table.ts';
import { visibleText } from './text-table.ts';

/** Rows of all ranks together; beyond them each rank keeps an equal share, the gravest and earliest first. */
const MOST_ROWS = 12_000;
const MOST_SIGNAL_CHARACTERS = 80;
const SEVERITY_ORDER = { critical: 0, warning: 1, info: 2 } as const;

type Sign = Pick<
  AnomalyCandidate,
  'rank' | 'severity' | 'timestamp_ns' | 'signal' | 'details' | 'confidence' | 'phase_path'
>;

/** The rows, by time, and how many are not among them. */
export interface SignRows {
  readonly rows: readonly SignRow[];
  readonly dropped: number;
}

/**
 * Candidates and marked events of the ranks as rows (docs/formats/report-page.md §5). A sign that comes again within
 * three sampling intervals is one row with a count and an end.
 */
export function signRows(
  signs: readonly Sign[],
  ranks: readonly RankOverview[],
  clock: PageClock,
  texts: TextTable,
): SignRows {
  const joins = new Map(
    ranks.map(({ rank, sampling_interval_ms: ms }) => [rank, BigInt(Math.max(ms ?? 0, 1)) * 3_000_000n]),
  );
  const runs = joinRuns(signs, (rank) => joins.get(rank) ?? 3_000_000n);
  const kept = limitRuns(runs);
  const rows = kept
    .sort((left, right) => compare(left.sign.timestamp_ns, right.sign.timestamp_ns) || left.sign.rank - right.sign.rank)
    .map(
      ({ sign, last, count }): SignRow => ({
        rank: sign.rank,
        severity: sign.severity,
        signal: visibleText(signalLabel(sign.signal), MOST_SIGNAL_CHARACTERS),
        start: clock.seconds(sign.timestamp_ns),
        end: clock.seconds(last),
        count,
        details: texts.add(sign.details),
        phase: texts.add(sign.phase_path),
        confidence: sign.confidence,
      }),
    );
  return { rows, dropped: runs.length - kept.length };
}

/** All signs of a model: its candidates, or without them what its rows and indicators say; and its marked events. */
export function signsOf(
  model: DistributedDiagnosticsModel,
  candidates: readonly AnomalyCandidate[] | undefined,
): Sign[] {
  const found = candidates ?? [...model.indicators, ...firstSigns(model)];
  const recorded = [...model.markers_by_rank].flatMap(([rank, markers]) =>
    markers.flatMap((mark) => markSign(rank, mark)),
  );
  return withoutRepetition([...found, ...recorded]);
}

function firstSigns({ rows }: DistributedDiagnosticsModel): Sign[] {
  return rows.flatMap((row): Sign[] =>
    row.first_anomaly_signal === null || row.first_anomaly_timestamp_ns === null
      ? []
      : [
          {
            rank: row.rank,
            severity: 'warning',
            timestamp_ns: row.first_anomaly_timestamp_ns,
            signal: row.first_anomaly_signal,
            details: '',
            confidence: null,
            phase_path: row.first_anomaly_phase_path,
          },
        ],
  );
}

/** Alerts are candidates already; phases have a place of their own. */
function markSign(rank: number, marker: TimelineMarker): Sign[] {
  if (marker.kind === 'phase' || marker.kind === 'alert') return [];
  return [
    {
      rank,
      severity: marker.severity,
      timestamp_ns: marker.start_ns,
      signal: marker.kind === 'oom' ? 'out of memory' : marker.event_type,
      details: marker.label,
      confidence: null,
      phase_path: null,
    },
  ];
}

function withoutRepetition(signs: readonly Sign[]): Sign[] {
  const seen = new Set<string>();
  return signs.filter((sign) => {
    const key = `${sign.rank} ${sign.timestamp_ns} ${sign.signal}`;
    return !seen.has(key) && seen.add(key);
  });
}

interface Run {
  readonly sign: Sign;
  last: bigint;
  count: number;
}

function joinRuns(signs: readonly Sign[], joinOf: (rank: number) => bigint): Run[] {
  const sorted = [...signs].sort((left, right) => compare(left.timestamp_ns, right.timestamp_ns));
  const open = new Map<string, Run>();
  const runs: Run[] = [];
  for (const sign of sorted) {
    // The details of a breach are its figures, which differ from sample to sample.
    const text = sign.signal === 'gap_ratio_breach' ? '' : sign.details;
    const key = `${sign.rank} ${sign.signal} ${text}`;
    const run = open.get(key);
    if (run !== undefined && sign.timestamp_ns - run.last <= joinOf(sign.rank)) {
      run.last = sign.timestamp_ns;
      run.count++;
    } else {
      const begun = { sign, last: sign.timestamp_ns, count: 1 };
      open.set(key, begun);
      runs.push(begun);
    }
  }
  return runs;
}

function limitRuns(runs: readonly Run[]): Run[] {
  if (runs.length <= MOST_ROWS) return [...runs];
  const byRank = new Map<number, Run[]>();
  for (const run of runs) {
    const own = byRank.get(run.sign.rank);
    if (own === undefined) byRank.set(run.sign.rank, [run]);
    else own.push(run);
  }
  const share = Math.max(1, Math.floor(MOST_ROWS / byRank.size));
  return [...byRank.values()].flatMap((own) =>
    own.sort((left, right) => SEVERITY_ORDER[left.sign.severity] - SEVERITY_ORDER[right.sign.severity]).slice(0, share),
  );
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
