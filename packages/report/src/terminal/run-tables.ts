import type { InspectedAttachment, RunRow, SessionRow } from '@stormlog/run-catalog';
import { formatBinarySize } from '../units/binary-size.ts';
import { counted } from '../units/counted.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { createPaint, type TextStyle } from './paint.ts';
import { renderTable, type TableCell, type TableColumn } from './table.ts';
import type { TerminalOptions } from './terminal-report.ts';

/** What a catalog of runs holds. */
export interface RunOverview {
  readonly runs: readonly RunRow[];
  readonly sessions: readonly SessionRow[];
  readonly attachments: readonly InspectedAttachment[];
}

const RUNS: readonly TableColumn[] = [
  { title: 'RUN' },
  { title: 'TITLE', dispensable: 2, minWidth: 10 },
  { title: 'START (UTC)' },
  { title: 'DURATION', align: 'right', dispensable: 1 },
  { title: 'SESSIONS', align: 'right' },
  { title: 'RANKS', align: 'right', dispensable: 3 },
  { title: 'ATTACHMENTS', align: 'right' },
];
const SESSIONS: readonly TableColumn[] = [
  { title: 'SESSION' },
  { title: 'STATUS' },
  { title: 'RANK', align: 'right' },
  { title: 'EVENTS', align: 'right' },
  { title: 'START (UTC)', dispensable: 2 },
  { title: 'JOB', dispensable: 1, minWidth: 10 },
  { title: 'FOUND IN', minWidth: 16 },
];
const ATTACHMENTS: readonly TableColumn[] = [
  { title: 'RUN', minWidth: 10 },
  { title: 'KIND' },
  { title: 'STATE' },
  { title: 'SIZE', align: 'right' },
  { title: 'CHANGED (UTC)', dispensable: 2 },
  { title: 'TITLE', dispensable: 1, minWidth: 10 },
  { title: 'WHERE', minWidth: 20 },
];

/** The runs, sessions and attachments of a catalog as three tables; the ones without rows are left out. Ends in a line feed. */
export function renderRunTables(overview: RunOverview, options: TerminalOptions = {}): string {
  const width = Math.max(options.width ?? 80, 40);
  const paint = createPaint(options.color ?? false);
  const parts: string[][] = [];
  const add = (columns: readonly TableColumn[], rows: readonly TableCell[][]): void => {
    if (rows.length > 0) parts.push(renderTable(columns, rows, { width, paint }));
  };
  add(RUNS, overview.runs.map(runCells));
  add(SESSIONS, overview.sessions.map(sessionCells));
  add(ATTACHMENTS, overview.attachments.map(attachmentCells));
  parts.push([totals(overview)]);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function runCells(run: RunRow): TableCell[] {
  return [
    { text: run.run_id, style: 'heading' },
    { text: run.title ?? '' },
    { text: run.started_at_ns === null ? '' : timeText(run.started_at_ns) },
    { text: durationText(run) },
    { text: String(run.session_count) },
    { text: run.ranks.length === 0 ? '' : formatRankList(run.ranks, 4) },
    { text: String(run.attachment_count) },
  ];
}

function sessionCells(session: SessionRow): TableCell[] {
  return [
    { text: session.session_id },
    { text: session.status, style: session.status === 'completed' ? 'good' : 'warning' },
    { text: `${session.rank} of ${session.world_size}` },
    { text: session.event_count === null ? '' : session.event_count.toLocaleString('en-US') },
    { text: timeText(session.started_at_ns) },
    { text: session.job_id ?? '' },
    { text: session.source_path },
  ];
}

function attachmentCells(attachment: InspectedAttachment): TableCell[] {
  return [
    { text: attachment.run_id },
    { text: attachment.kind },
    { text: attachment.state, style: STATE_STYLES[attachment.state] },
    { text: attachment.bytes === null ? '' : formatBinarySize(attachment.bytes) },
    { text: attachment.modified_at_ns === null ? '' : timeText(attachment.modified_at_ns) },
    { text: attachment.title },
    { text: attachment.path ?? attachment.url ?? '' },
  ];
}

const STATE_STYLES: Readonly<Record<InspectedAttachment['state'], TextStyle | undefined>> = {
  present: 'good',
  missing: 'warning',
  unreadable: 'warning',
  outside: 'critical',
  remote: undefined,
};

function totals({ runs, sessions, attachments }: RunOverview): string {
  const count = (state: InspectedAttachment['state']): number =>
    attachments.filter((attachment) => attachment.state === state).length;
  const bad = (['missing', 'unreadable', 'outside'] as const)
    .map((state) => [state, count(state)] as const)
    .filter(([, found]) => found > 0)
    .map(([state, found]) => `${found} ${state === 'outside' ? 'outside the root' : state}`);
  const total = attachments.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const found = [
    counted(runs.length, 'run'),
    counted(sessions.length, 'session'),
    counted(attachments.length, 'attachment'),
  ];
  return [...found, ...(total > 0 ? [formatBinarySize(total)] : []), ...bad].join(' · ');
}

function timeText(ns: bigint): string {
  return formatWallClock(ns).replace(/\.\d{3}$/, '');
}

function durationText({ started_at_ns: start, ended_at_ns: end }: RunRow): string {
  return start === null || end === null || end < start ? '' : formatDuration(end - start);
}
