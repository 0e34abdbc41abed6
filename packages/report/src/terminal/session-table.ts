import { type JsonValue, stringifyJson } from '@stormlog/records';
import type { SessionOverview } from '../diagnosis/session-overview.ts';
import { displayWidth, wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { counted } from '../units/counted.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { createPaint, type Paint, type TextStyle } from './paint.ts';
import { renderTable, type TableCell, type TableColumn } from './table.ts';
import type { TerminalOptions } from './terminal-report.ts';

const COLUMNS: readonly TableColumn[] = [
  { title: '' },
  { title: 'SESSION' },
  { title: 'STATUS' },
  { title: 'EVENTS', align: 'right' },
  { title: 'RANKS', align: 'right' },
  { title: 'START (UTC)' },
  { title: 'DURATION', align: 'right' },
  { title: 'JOB' },
  { title: 'MADE BY' },
];

/**
 * The sessions of a load, the one a diagnosis would use marked with `→`: as a table where it fits, else two lines a
 * session. Ids are never cut. Ends in a line feed.
 */
export function renderSessionTable(sessions: readonly SessionOverview[], options: TerminalOptions = {}): string {
  const width = Math.max(options.width ?? 80, 40);
  const paint = createPaint(options.color ?? false);
  const selected = sessions.find((session) => session.selected);
  const reversed = sessions.filter((session) => session.ended_at_ns !== null && session.duration_ns === null).length;
  const sentences = [
    ...(selected === undefined
      ? []
      : [`selected: ${terminalSafe(selected.session_id)} (stormlog diagnose uses it; --session ID chooses another)`]),
    ...(reversed === 0
      ? []
      : [`${counted(reversed, 'session')} with an end before the start: a clock was set back meanwhile`]),
  ];
  const lines = [...list(sessions, width, paint), '', ...sentences.flatMap((sentence) => wrapText(sentence, width, 2))];
  return `${lines.join('\n')}\n`;
}

function list(sessions: readonly SessionOverview[], width: number, paint: Paint): string[] {
  const rows = sessions.map(cells);
  const plain = renderTable(COLUMNS, rows, { width: Number.POSITIVE_INFINITY, paint: createPaint(false) });
  if (plain.every((line) => displayWidth(line) <= width)) {
    return renderTable(COLUMNS, rows, { width: Number.POSITIVE_INFINITY, paint });
  }
  return sessions.flatMap((session) => card(session, width, paint));
}

function cells(session: SessionOverview): TableCell[] {
  return [
    { text: session.selected ? '→' : '' },
    { text: session.session_id, style: session.selected ? 'heading' : undefined },
    { text: session.status, style: statusStyle(session) },
    { text: session.events.toLocaleString('en-US') },
    { text: ranksText(session) },
    { text: startText(session) },
    { text: durationText(session) },
    { text: session.job_id === null ? '' : jobCell(session.job_id) },
    { text: makerText(session) },
  ];
}

function card(session: SessionOverview, width: number, paint: Paint): string[] {
  const id = terminalSafe(session.session_id);
  const facts = [
    ...(session.ranks.length === 0 ? [] : [`${session.ranks.length === 1 ? 'rank' : 'ranks'} ${ranksText(session)}`]),
    counted(session.events, 'event'),
    `${startText(session)} UTC`,
    durationText(session),
    ...(session.job_id === null ? [] : [`job ${jobCell(session.job_id)}`]),
    makerText(session),
  ].filter((fact) => fact !== '');
  const status = terminalSafe(session.status);
  const [first = '', ...rest] = wrapText(`    ${[status, ...facts.map(terminalSafe)].join(' · ')}`, width, 4);
  return [
    `${session.selected ? '→' : ' '} ${paint(id, session.selected ? 'heading' : undefined)}`,
    first.replace(status, () => paint(status, statusStyle(session))),
    ...rest,
  ];
}

function statusStyle(session: SessionOverview): TextStyle {
  return session.status === 'completed' ? 'good' : 'warning';
}

function ranksText(session: SessionOverview): string {
  return session.ranks.length === 0 ? '' : `${formatRankList(session.ranks, 4)} of ${session.world_size}`;
}

function startText(session: SessionOverview): string {
  return formatWallClock(session.started_at_ns).replace(/\.\d{3}$/, '');
}

/** The length by its summary, else what its events span, marked as a lower bound. */
function durationText(session: SessionOverview): string {
  if (session.duration_ns !== null) return formatDuration(session.duration_ns);
  if (session.first_event_ns === null || session.last_event_ns === null) return '';
  return `≥ ${formatDuration(session.last_event_ns - session.first_event_ns)}`;
}

function jobCell(jobId: JsonValue): string {
  return typeof jobId === 'string' ? jobId : stringifyJson(jobId);
}

function makerText(session: SessionOverview): string {
  const attempt = (session.attempts ?? 1) > 1 ? `attempt ${session.attempt} of ${session.attempts}, ` : '';
  const maker =
    session.members.length > 1 ? `put together from ${counted(session.members.length, 'session')}` : session.source;
  return attempt + maker;
}
