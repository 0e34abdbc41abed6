import { fitToWidth } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { createPaint } from './paint.ts';
import type { TerminalOptions } from './terminal-report.ts';

/** What a screen of a watched run says below the report. */
export interface WatchStatus {
  /** What is watched, as typed. */
  readonly paths: readonly string[];
  /** Time of the look that is shown, UTC. */
  readonly lookedAt: Date;
  /** What was met while reading and is not shown. */
  readonly notices: number;
  /** Ranks still being recorded. */
  readonly writing: number;
}

/** How a screen is laid out. */
export interface WatchScreenOptions extends TerminalOptions {
  /** Lines of the terminal (default 24). */
  readonly rows?: number | undefined;
}

const HOME = '\u001b[H';
const ERASE_REST_OF_LINE = '\u001b[K';
const ERASE_BELOW = '\u001b[J';

/**
 * The text that redraws a terminal with a report and a line of status below it. What does not fit is left out from the end,
 * where a report has what matters least, and is counted.
 *
 * @param report of `renderTerminalReport`; null when there is nothing to diagnose yet
 */
export function renderWatchScreen(
  report: string | null,
  status: WatchStatus,
  { width = 80, rows = 24, color = false }: WatchScreenOptions = {},
): string {
  const paint = createPaint(color);
  const lines = report === null ? ['nothing to diagnose yet'] : report.trimEnd().split('\n');
  const room = Math.max(rows - 2, 1);
  const shown = lines.length <= room ? lines : lines.slice(0, Math.max(room - 1, 0));
  const leftOut = lines.length - shown.length;
  const all = [
    ...shown,
    ...(leftOut > 0 ? [paint(`… ${leftOut} more lines: stormlog diagnose shows them`, 'faint')] : []),
    '',
    paint(fitToWidth(statusLine(status), width), 'faint'),
  ];
  return `${HOME}${all.map((line) => `${line}${ERASE_REST_OF_LINE}`).join('\n')}${ERASE_BELOW}`;
}

function statusLine({ paths, lookedAt, notices, writing }: WatchStatus): string {
  const noticed = notices === 0 ? '' : `, ${notices === 1 ? '1 notice' : `${notices} notices`} (stormlog diagnose)`;
  const recorded =
    writing === 0 ? 'nothing new comes' : writing === 1 ? '1 rank is recorded' : `${writing} ranks are recorded`;
  const time = lookedAt.toISOString().slice(11, 19);
  return `${time} UTC, ${recorded}${noticed}; Ctrl-C ends watching ${terminalSafe(paths.join(' '))}`;
}
