import type { DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import type { RankOverview } from '../diagnosis/rank-overview.ts';
import { signalLabel } from '../terminal/signal-label.ts';
import type { PageClock } from './page-clock.ts';
import type { RankRow } from './page-data.ts';
import type { Statement } from './statement.ts';
import { visibleText } from './text-table.ts';

/** The table of ranks: the model's figures, where the rank stands, and what was said about it. */
export function rankRows(
  model: DistributedDiagnosticsModel,
  overviews: readonly RankOverview[],
  statements: readonly Statement[],
  clock: PageClock,
): RankRow[] {
  const said = new Map<number, number[]>();
  for (const [index, { ranks, severity }] of statements.entries()) {
    if (severity === 'info') continue;
    for (const rank of ranks) said.set(rank, [...(said.get(rank) ?? []), index]);
  }
  return model.rows.map((row, index): RankRow => {
    const overview = overviews[index]!;
    return {
      rank: row.rank,
      missing: row.availability === 'missing',
      status: overview.session_status === null ? null : visibleText(overview.session_status, 40),
      host: overview.host === null ? null : visibleText(overview.host, 60),
      samples: row.samples,
      last: overview.last_seen_ns === null ? null : clock.seconds(overview.last_seen_ns),
      silence: silenceOf(overview),
      allocated: row.allocated_delta_bytes,
      reserved: row.reserved_delta_bytes,
      used: row.device_used_delta_bytes,
      peak: overview.allocated_peak_bytes,
      gap: row.hidden_gap_latest_bytes,
      gap_peak: row.hidden_gap_peak_abs_bytes,
      sign: row.first_anomaly_signal === null ? null : visibleText(signalLabel(row.first_anomaly_signal), 80),
      statements: said.get(row.rank) ?? [],
    };
  });
}

/** What is shorter than the time between two samples is no news. */
function silenceOf({ before_peers_ns: silence, sampling_interval_ms: interval }: RankOverview): number | null {
  if (silence === null || silence < BigInt(Math.max(1, interval ?? 0)) * 1_000_000n) return null;
  return Number(silence) / 1e9;
}
