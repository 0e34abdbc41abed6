import type { ArtifactLoadResult, Cause, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { type JsonValue, stringifyJson } from '@stormlog/records';
import { jobName } from '../diagnosis/job-name.ts';
import { observeRun } from '../diagnosis/observe-run.ts';
import { describeRanks, type RankOverview } from '../diagnosis/rank-overview.ts';
import type { ReadingTotals } from '../diagnosis/reading-totals.ts';
import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { renderFirstSigns } from './first-signs.ts';
import { renderObservations } from './observation-list.ts';
import { createPaint, type Paint } from './paint.ts';
import { commonDay, renderRankTable } from './rank-table.ts';
import { readingSentence } from './reading-line.ts';

/** A diagnosis to show: what was loaded and the model built from it. */
export interface Diagnosis {
  readonly load: ArtifactLoadResult;
  readonly model: DistributedDiagnosticsModel;
  /** What `explainRun` found, the best first; without it only what is missing or unfinished stands out. */
  readonly causes?: readonly Cause[] | undefined;
  /** What was read and skipped; left out of the report when absent. */
  readonly totals?: ReadingTotals | undefined;
  /** Inputs that gave nothing, in which a missing rank may have been. */
  readonly unusablePaths?: readonly string[] | undefined;
  /** True when the model shows only some of the ranks, which the heading then says. */
  readonly filtered?: boolean | undefined;
}

/** How a terminal text is laid out. */
export interface TerminalOptions {
  /** Columns to use (default 80); tables wider than it give up their least important columns. */
  readonly width?: number | undefined;
  /** Use colours (default false); they never carry meaning alone. */
  readonly color?: boolean | undefined;
}

/**
 * The diagnosis of a run as text for a terminal (docs/formats/command-line.md §4): what stands out and what to
 * look at next, one line a rank, what came first by the model. Ends in a line feed.
 */
export function renderTerminalReport(diagnosis: Diagnosis, options: TerminalOptions = {}): string {
  const { load, model } = diagnosis;
  const width = Math.max(options.width ?? 80, 40);
  const paint = createPaint(options.color ?? false);
  const ranks = describeRanks(load, model);
  const observations = observeRun(load, ranks, diagnosis);
  const layout = { width, paint };
  const lines = [
    ...heading(diagnosis, ranks, layout),
    '',
    paint('What stands out', 'heading'),
    ...(observations.length === 0
      ? ['  nothing: every expected rank is there and alike in growth, level and end']
      : renderObservations(observations, layout)),
    '',
    ...renderRankTable(model, ranks, layout),
    ...deviceRemarks(model).flatMap((remark) => wrapText(remark, width, 2)),
    '',
    ...renderFirstSigns(model, ranks, layout),
    ...(diagnosis.totals === undefined ? [] : ['', ...wrapText(readingSentence(diagnosis.totals), width, 2)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The figures of a rank with several devices are those of one of them. */
function deviceRemarks(model: DistributedDiagnosticsModel): string[] {
  if (model.devices === undefined || model.devices.size === 0) return [];
  const ranks = [...model.devices.keys()];
  const whose = ranks.length === 1 ? `rank ${ranks[0]} has` : `ranks ${formatRankList(ranks)} have`;
  return [`${whose} several devices; the figures are of the one with the largest gap or growth, --json lists each`];
}

interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

function heading(
  { load, model, filtered }: Diagnosis,
  ranks: readonly RankOverview[],
  { width, paint }: Layout,
): string[] {
  const selected = load.sessions.find((session) => session.summary.session_id === load.selected_session_id);
  const present = model.present_ranks.length;
  const missing = model.missing_ranks.length === 0 ? 'none missing' : `missing: ${formatRankList(model.missing_ranks)}`;
  const jobId = selected?.summary.job_id ?? null;
  const subject =
    jobId === null ? 'Run without a job id' : `Job ${typeof jobId === 'string' ? jobId : stringifyJson(jobId)}`;
  const only = filtered ? `, only ranks ${formatRankList(model.expected_ranks)}` : '';
  const title = `${subject}${only}: ${present} of ${model.expected_ranks.length} ranks present, ${missing}`;
  return [
    ...wrapText(terminalSafe(title), width, 2).map((line) => paint(line, 'heading')),
    ...wrapText(terminalSafe(`Session ${load.selected_session_id}${groupText(load)}`), width, 2),
    ...wrapText(timeSpan(load, ranks), width, 2),
    ...otherJobs(load, jobId).flatMap((line) => wrapText(terminalSafe(line), width, 2)),
  ];
}

/** Jobs whose sessions were read too: their ranks are not in this diagnosis. */
function otherJobs(load: ArtifactLoadResult, own: JsonValue): string[] {
  const ids = load.sessions.map((session) => session.summary.job_id).filter((id) => id !== null && id !== own);
  const names = [...new Set(ids.map(jobName))].filter((name) => name !== jobName(own));
  if (names.length === 0) return [];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return [`These inputs also hold ${names.slice(0, 3).join(', ')}${more}: --job ID chooses`];
}

/** Which attempt of a restarted job this is, or how many recordings the session was put together from. */
function groupText(load: ArtifactLoadResult): string {
  const group = load.groups.find(
    (candidate) =>
      candidate.session_id === load.selected_session_id ||
      candidate.members.some((member) => member.session_id === load.selected_session_id),
  );
  if (group === undefined) return '';
  // A recorded session chosen by itself is a member of its group, not the group.
  const isGroup = group.session_id === load.selected_session_id;
  const members =
    isGroup && group.members.length > 1 ? `, put together from ${group.members.length} recorded sessions` : '';
  if (group.attempts < 2) return members;
  return `${members}; attempt ${group.attempt} of ${group.attempts} (stormlog sessions lists the others)`;
}

function timeSpan(load: ArtifactLoadResult, ranks: readonly RankOverview[]): string {
  const first = load.events[0]?.timestamp_ns;
  const last = load.events.at(-1)?.timestamp_ns;
  if (first === undefined || last === undefined) return 'no events';
  const day = commonDay(ranks);
  const from = formatWallClock(first);
  const to = day !== null && from.startsWith(day) ? formatWallClock(last).slice(day.length + 1) : formatWallClock(last);
  const hosts = new Set(ranks.flatMap((rank) => (rank.host === null ? [] : [rank.host]))).size;
  const clocks = hosts > 1 ? `; ${hosts} hosts, whose clocks may differ` : '';
  return `${from} to ${to} UTC (${formatDuration(last - first)})${clocks}`;
}
