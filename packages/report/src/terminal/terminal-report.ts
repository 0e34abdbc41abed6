import type { ArtifactLoadResult, Cause, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { observeRun } from '../diagnosis/observe-run.ts';
import { describeRanks, type RankOverview } from '../diagnosis/rank-overview.ts';
import type { ReadingTotals } from '../diagnosis/reading-totals.ts';
import { describeRun } from '../diagnosis/run-heading.ts';
import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { formatRankList } from '../units/rank-list.ts';
import { renderFirstSigns } from './first-signs.ts';
import { renderObservations } from './observation-list.ts';
import { createPaint, type Paint } from './paint.ts';
import { renderRankTable } from './rank-table.ts';
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
  /** Ranks whose recording still goes on, of a run that is watched. */
  readonly writing?: ReadonlySet<number> | undefined;
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
    ...renderRankTable(model, ranks, { ...layout, causes: diagnosis.causes }),
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

function heading({ load, model, filtered }: Diagnosis, ranks: readonly RankOverview[], layout: Layout): string[] {
  const { width, paint } = layout;
  const { subject, attendance, session, span, others } = describeRun(load, model, ranks, filtered ?? false);
  return [
    ...wrapText(terminalSafe(`${subject}: ${attendance}`), width, 2).map((line) => paint(line, 'heading')),
    ...wrapText(terminalSafe(session), width, 2),
    ...wrapText(span, width, 2),
    ...others.flatMap((line) => wrapText(terminalSafe(line), width, 2)),
  ];
}
