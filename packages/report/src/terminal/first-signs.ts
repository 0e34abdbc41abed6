import type { AnomalyIndicator, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import type { RankOverview } from '../diagnosis/rank-overview.ts';
import { fitToWidth, wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { formatDuration } from '../units/duration.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import type { Paint, TextStyle } from './paint.ts';
import { signalLabel } from './signal-label.ts';

const SEVERITY_STYLES: Readonly<Record<string, TextStyle>> = { critical: 'critical', warning: 'warning' };
/** Clocks of hosts are apart by this much without anything being wrong. */
const CLOCK_DOUBT_NS = 200_000_000n;
/** Details are prose of any length from files; this much of it is shown. */
const MOST_DETAIL_COLUMNS = 240;

/** What came first and what is most severe, with where (phase) and how sure; one block when both are the same. */
export function renderFirstSigns(
  model: DistributedDiagnosticsModel,
  ranks: readonly RankOverview[],
  options: { readonly width: number; readonly paint: Paint },
): string[] {
  const [earliest, mostSevere] = model.indicators;
  if (earliest === undefined || mostSevere === undefined) {
    return [
      options.paint('What came first', 'heading'),
      ...wrapText('  no rank recorded an alert, and the hidden gap says nothing', options.width, 2),
    ];
  }
  const same =
    earliest.rank === mostSevere.rank &&
    earliest.signal === mostSevere.signal &&
    earliest.timestamp_ns === mostSevere.timestamp_ns;
  const lead = leadOverOthers(model, ranks, earliest);
  return same
    ? block('What came first, and is the most severe', earliest, lead, options)
    : [...block('What came first', earliest, lead, options), ...block('Most severe', mostSevere, null, options)];
}

function block(
  title: string,
  indicator: AnomalyIndicator,
  lead: string | null,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const severity = indicator.severity.toUpperCase();
  const when = formatWallClock(indicator.timestamp_ns);
  const details = fitToWidth(terminalSafe(indicator.details), MOST_DETAIL_COLUMNS);
  const rest = [
    ...(indicator.phase_path === null
      ? []
      : [`where: ${fitToWidth(terminalSafe(indicator.phase_path), MOST_DETAIL_COLUMNS)}`]),
    ...(details === '' ? [] : [`what: ${details}`]),
    `how sure: ${certainty(indicator)}`,
    ...(lead === null ? [] : [lead]),
  ];
  return [
    paint(title, 'heading'),
    ...wrapText(
      `  ${severity}  rank ${indicator.rank}  ${when} UTC  ${terminalSafe(signalLabel(indicator.signal))}`,
      width,
      4,
    ).map((line) => line.replace(severity, () => paint(severity, SEVERITY_STYLES[indicator.severity]))),
    ...rest.flatMap((text) => wrapText(`  ${text}`, width, 4)),
  ];
}

/** How the sign came about decides how far it can be trusted. */
function certainty(indicator: AnomalyIndicator): string {
  if (indicator.confidence !== null) {
    return `confidence ${indicator.confidence.toFixed(2)}, a guess from the shape of the curves`;
  }
  if (indicator.signal.startsWith('alert:')) return 'recorded by the rank itself';
  if (indicator.signal === 'gap_ratio_breach') return 'measured: the device holds more than the allocator knows of';
  return 'found in the course of the gap between allocator and device';
}

function leadOverOthers(
  model: DistributedDiagnosticsModel,
  ranks: readonly RankOverview[],
  earliest: AnomalyIndicator,
): string | null {
  let next: { readonly rank: number; readonly ns: bigint } | null = null;
  for (const row of model.rows) {
    const ns = row.first_anomaly_timestamp_ns;
    if (ns === null || row.rank === earliest.rank) continue;
    if (next === null || ns < next.ns) next = { rank: row.rank, ns };
  }
  if (model.present_ranks.length < 2) return null;
  if (next === null) return 'no other rank showed a sign';
  const lead = next.ns - earliest.timestamp_ns;
  const hostOf = (rank: number) => ranks.find((overview) => overview.rank === rank)?.host;
  const apart = hostOf(next.rank) !== hostOf(earliest.rank);
  const doubt =
    apart && lead < CLOCK_DOUBT_NS
      ? `; it is on another host, and clocks of hosts differ by as much: take both for first`
      : '';
  return `${formatDuration(lead)} before its peers: the next first sign is of rank ${next.rank}${doubt}`;
}
