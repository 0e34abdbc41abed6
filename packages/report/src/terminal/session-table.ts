import { type JsonValue, stringifyJson } from '@stormlog/records';
import type { SessionOverview } from '../diagnosis/session-overview.ts';
import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { counted } from '../units/counted.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock, wallClockDate, wallClockTime } from '../units/wall-clock.ts';
import { createPaint } from './paint.ts';
import { renderTable, type TableCell, type TableColumn } from './table.ts';
import type { TerminalOptions } from './terminal-report.ts';

/** The sessions of a load as a table, the one a diagnosis would use marked with `→`. Ends in a line feed. */
export function renderSessionTable(sessions: readonly SessionOverview[], options: TerminalOptions = {}): string {
  const width = Math.max(options.width ?? 80, 40);
  const paint = createPaint(options.color ?? false);
  const days = new Set(sessions.map((session) => wallClockDate(session.started_at_ns)));
  const [day] = days;
  const common = days.size === 1 && day !== undefined ? day : null;
  const columns: TableColumn[] = [
    { title: '' },
    { title: 'SESSION' },
    { title: 'STATUS' },
    { title: 'EVENTS', align: 'right', dispensable: 3 },
    { title: 'RANKS', align: 'right', minWidth: 6 },
    { title: common === null ? 'START (UTC)' : `START (${common} UTC)`, dispensable: 1 },
    { title: 'DURATION', align: 'right', dispensable: 2 },
    { title: 'JOB', minWidth: 8, dispensable: 4 },
    { title: 'HOST', minWidth: 8, dispensable: 6 },
    { title: 'SOURCE', minWidth: 12, dispensable: 7 },
  ];
  const selected = sessions.find((session) => session.selected);
  const reversed = sessions.filter((session) => session.ended_at_ns !== null && session.duration_ns === null).length;
  const lines = [
    ...renderTable(
      columns,
      sessions.map((session) => cells(session, common)),
      { width, paint },
    ),
    '',
    ...(selected === undefined
      ? []
      : wrapText(
          `selected: ${terminalSafe(selected.session_id)} (stormlog diagnose uses it; --session ID chooses another)`,
          width,
          2,
        )),
    ...(reversed === 0
      ? []
      : wrapText(
          `${counted(reversed, 'session')} with an end before the start: the clock was set back meanwhile`,
          width,
          2,
        )),
  ];
  return `${lines.join('\n')}\n`;
}

function cells(session: SessionOverview, day: string | null): TableCell[] {
  const start = session.started_at_ns;
  return [
    { text: session.selected ? '→' : '' },
    { text: session.session_id, style: session.selected ? 'heading' : undefined },
    { text: session.status, style: session.status === 'completed' ? 'good' : 'warning' },
    { text: session.events.toLocaleString('en-US') },
    { text: session.ranks.length === 0 ? '' : `${formatRankList(session.ranks, 4)} of ${session.world_size}` },
    { text: day === null ? formatWallClock(start).slice(0, 19) : wallClockTime(start).slice(0, 8) },
    { text: duration(session) },
    { text: session.job_id === null ? '' : jobCell(session.job_id) },
    { text: session.host },
    { text: session.members.length > 0 ? membersText(session) : session.source },
  ];
}

/** The length by its summary, else what its events span, marked as a lower bound. */
function duration(session: SessionOverview): string {
  if (session.duration_ns !== null) return formatDuration(session.duration_ns);
  if (session.first_event_ns === null || session.last_event_ns === null) return '';
  return `≥ ${formatDuration(session.last_event_ns - session.first_event_ns)}`;
}

function jobCell(jobId: JsonValue): string {
  return typeof jobId === 'string' ? jobId : stringifyJson(jobId);
}

function membersText(session: SessionOverview): string {
  const attempt =
    session.attempts !== null && session.attempts > 1 ? `attempt ${session.attempt} of ${session.attempts}, ` : '';
  return `${attempt}put together from ${counted(session.members.length, 'session')}`;
}
