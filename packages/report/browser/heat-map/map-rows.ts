import type { StatementData } from '../../src/html/page-data.ts';
import type { Run } from '../data/run.ts';

/** One row of the map. */
export interface MapRow {
  readonly rank: number;
  readonly label: string;
  /** −1 for a missing rank. */
  readonly track: number;
  /** What is said of the rank, the gravest first. */
  readonly statements: readonly StatementData[];
}

export type RowOrder = 'rank' | 'findings' | 'host';

/** A row for each track and for each missing rank. */
export function mapRows(run: Run, order: RowOrder): MapRow[] {
  const rows = run.data.ranks.flatMap(({ rank, missing }): MapRow[] => {
    const statements = run.statementsOf(rank);
    const tracks = run.tracksOf(rank);
    if (tracks.length === 0) return missing ? [{ rank, label: String(rank), track: -1, statements }] : [];
    return tracks.map((track) => {
      const device = run.data.tracks[track]!.device;
      const label = device === null ? String(rank) : `${rank}:${device.split(' ').at(-1)}`;
      return { rank, label, track, statements };
    });
  });
  if (order === 'rank') return rows;
  const compare = order === 'findings' ? byFindings(run) : byHost(run);
  return rows
    .map((row, place) => ({ row, place }))
    .sort((left, right) => compare(left.row, right.row) || left.place - right.place)
    .map(({ row }) => row);
}

function byFindings(run: Run): (left: MapRow, right: MapRow) => number {
  const order = new Map(run.data.statements.map((statement, place) => [statement, place]));
  const place = ({ statements }: MapRow) => (statements[0] === undefined ? order.size : order.get(statements[0])!);
  return (left, right) => place(left) - place(right);
}

function byHost(run: Run): (left: MapRow, right: MapRow) => number {
  const host = ({ rank }: MapRow) => run.row(rank)?.host ?? '';
  return (left, right) => (host(left) < host(right) ? -1 : host(left) > host(right) ? 1 : 0);
}
