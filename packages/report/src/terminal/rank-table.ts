import type { Cause, DistributedDiagnosticsModel, RankDiagnosticsRow } from '@stormlog/distributed-diagnostics';
import { commonDay, type RankOverview } from '../diagnosis/rank-overview.ts';
import { wrapText } from '../text/display-width.ts';
import { formatBinarySize } from '../units/binary-size.ts';
import { counted } from '../units/counted.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock, wallClockTime } from '../units/wall-clock.ts';
import type { TextStyle } from './paint.ts';
import { rankShapes, shapeCounter } from './rank-shapes.ts';
import { signalLabel } from './signal-label.ts';
import { renderTable, type TableCell, type TableColumn, type TableOptions } from './table.ts';

const NOT_MEASURED = '–';
/** More rows than this would push the findings off the screen. */
const MOST_ROWS = 32;

/**
 * One line for each rank: state of its session, when it was last seen and how long before its peers, how its memory
 * grew, what its first sign was. Of very many ranks those with something to tell are shown, the rest is counted.
 */
export function renderRankTable(
  model: DistributedDiagnosticsModel,
  ranks: readonly RankOverview[],
  options: TableOptions & { readonly causes?: readonly Cause[] | undefined },
): string[] {
  const day = commonDay(ranks);
  const shown = chooseRanks(model.rows, ranks);
  const measured = measuredFigures(model.rows);
  const causes = options.causes ?? [];
  const shapes = rankShapes(
    model,
    shown.map((index) => model.rows[index]!.rank),
    shapeCounter(model, causes),
    shapeWidth(options.width),
  );
  const styles = severityStyles(causes);
  const rows = shown.map((index) => {
    const { rank } = model.rows[index]!;
    const shape: TableCell = { text: shapes.texts.get(rank) ?? '', style: styles.get(rank) };
    return rankCells(model.rows[index]!, ranks[index]!, { day, measured, shape });
  });
  const columns: TableColumn[] = [
    { title: 'RANK', align: 'right' },
    { title: 'SESSION' },
    { title: 'SAMPLES', align: 'right', dispensable: 6 },
    { title: day === null ? 'LAST SEEN (UTC)' : `LAST SEEN` },
    { title: 'BEFORE PEERS', align: 'right', dispensable: 2 },
    { title: 'SHAPE', dispensable: 3 },
    { title: 'ALLOCATED', align: 'right', dispensable: 0 },
    { title: 'RESERVED', align: 'right', dispensable: 7 },
    { title: 'DEVICE', align: 'right', dispensable: 8 },
    { title: 'PEAK', align: 'right', dispensable: 5 },
    { title: 'GAP NOW', align: 'right', dispensable: 9 },
    { title: 'GAP PEAK', align: 'right', dispensable: 4 },
    { title: 'FIRST SIGN', minWidth: 18, dispensable: 1 },
  ];
  const lines = renderTable(columns, rows, options);
  if (shown.length < model.rows.length) lines.push(hiddenRanks(model.rows, shown));
  // When the table had no room for the shapes, there is nothing to explain.
  if (shapes.remark !== null && lines[0]?.includes('SHAPE') === true) {
    lines.push(...wrapText(shapes.remark, options.width, 2).map((line) => options.paint(line, 'faint')));
  }
  return lines;
}

/** Characters of a shape, by the width of the terminal. */
function shapeWidth(width: number): number {
  return width < 100 ? 12 : width < 140 ? 20 : 32;
}

/** Ranks that a cause names stand out by colour too. */
function severityStyles(causes: readonly Cause[]): ReadonlyMap<number, TextStyle> {
  const styles = new Map<number, TextStyle>();
  for (const { ranks, severity } of causes) {
    if (severity === 'info') continue;
    for (const rank of ranks) if (styles.get(rank) !== 'critical') styles.set(rank, severity);
  }
  return styles;
}

/** Which figures any rank has; those that none has get no column, but for one that says so. */
interface MeasuredFigures {
  readonly allocated: boolean;
  readonly reserved: boolean;
  readonly device: boolean;
}

function measuredFigures(rows: readonly RankDiagnosticsRow[]): MeasuredFigures {
  const reserved = rows.some((row) => row.reserved_delta_bytes !== null);
  const device = rows.some((row) => row.device_used_delta_bytes !== null);
  const allocated = rows.some((row) => row.allocated_delta_bytes !== null) || !(reserved || device);
  return { allocated, reserved, device };
}

interface RowContext {
  readonly day: string | null;
  readonly measured: MeasuredFigures;
  readonly shape: TableCell;
}

function rankCells(row: RankDiagnosticsRow, rank: RankOverview, { day, measured, shape }: RowContext): TableCell[] {
  const missing = row.availability === 'missing';
  const elsewhere = missing && rank.other_sessions.length > 0;
  return [
    { text: String(row.rank) },
    missing ? { text: 'MISSING', style: 'critical' } : statusCell(rank.session_status),
    { text: missing ? '' : row.samples.toLocaleString('en-US') },
    { text: missing ? (elsewhere ? 'in another session' : 'never seen') : lastSeen(rank, day) },
    { text: silenceText(rank) },
    shape,
    { text: missing || !measured.allocated ? '' : change(row.allocated_delta_bytes) },
    { text: missing || !measured.reserved ? '' : change(row.reserved_delta_bytes) },
    { text: missing || !measured.device ? '' : change(row.device_used_delta_bytes) },
    { text: missing || !measured.allocated ? '' : size(rank.allocated_peak_bytes) },
    { text: missing || !row.hidden_gap_peak_abs_bytes ? '' : change(row.hidden_gap_latest_bytes) },
    { text: missing || !row.hidden_gap_peak_abs_bytes ? '' : size(row.hidden_gap_peak_abs_bytes) },
    row.first_anomaly_signal === null
      ? { text: '' }
      : { text: signalLabel(row.first_anomaly_signal), style: 'warning' },
  ];
}

/** What is shorter than a millisecond, or than the time between two samples, is no news. */
function silenceText(rank: RankOverview): string {
  const least = BigInt(Math.max(1, rank.sampling_interval_ms ?? 0)) * 1_000_000n;
  return silenceOf(rank) < least ? '' : formatDuration(silenceOf(rank));
}

function statusCell(status: string | null): TableCell {
  if (status === null) return { text: NOT_MEASURED };
  return { text: status, style: status === 'completed' ? 'good' : 'warning' };
}

function lastSeen(rank: RankOverview, day: string | null): string {
  if (rank.last_seen_ns === null) return NOT_MEASURED;
  return day === null ? formatWallClock(rank.last_seen_ns) : wallClockTime(rank.last_seen_ns);
}

function change(bytes: number | null): string {
  return bytes === null ? NOT_MEASURED : formatBinarySize(bytes, { sign: true });
}

function size(bytes: number | null): string {
  return bytes === null ? NOT_MEASURED : formatBinarySize(bytes);
}

/** Indexes of the rows to show, ascending: all, or those with something to tell and then the first of the others. */
function chooseRanks(rows: readonly RankDiagnosticsRow[], ranks: readonly RankOverview[]): number[] {
  const all = rows.map((_, index) => index);
  if (all.length <= MOST_ROWS) return all;
  const growth = [...all].sort((left, right) => growthOf(rows[right]!) - growthOf(rows[left]!));
  const silence = [...all].sort((left, right) => Number(silenceOf(ranks[right]!) - silenceOf(ranks[left]!)));
  const chosen = new Set([
    ...growth.slice(0, 4),
    ...silence.slice(0, 4),
    ...all.filter((index) => rows[index]!.has_anomaly).slice(0, MOST_ROWS / 2),
    ...all.filter((index) => rows[index]!.availability === 'missing').slice(0, MOST_ROWS / 4),
    ...all.filter((index) => (ranks[index]!.session_status ?? 'completed') !== 'completed'),
    ...all,
  ]);
  return [...chosen].slice(0, MOST_ROWS).sort((left, right) => left - right);
}

function growthOf(row: RankDiagnosticsRow): number {
  return row.allocated_delta_bytes ?? row.device_used_delta_bytes ?? Number.NEGATIVE_INFINITY;
}

function silenceOf(rank: RankOverview): bigint {
  return rank.before_peers_ns ?? 0n;
}

function hiddenRanks(rows: readonly RankDiagnosticsRow[], shown: readonly number[]): string {
  const visible = new Set(shown);
  const hidden = rows.filter((_, index) => !visible.has(index)).map((row) => row.rank);
  return `… and ${counted(hidden.length, 'more rank')} (${formatRankList(hidden, 6)}); --ranks shows them`;
}
