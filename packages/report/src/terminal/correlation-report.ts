import type {
  EntityRef,
  GpuTime,
  InferenceReport,
  IterationGpuTime,
  RequestReport,
  UnresolvedReference,
} from '@stormlog/correlation-events';
import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { counted } from '../units/counted.ts';
import { formatDuration } from '../units/duration.ts';
import { formatShare } from '../units/share.ts';
import { createPaint, type Paint } from './paint.ts';
import { renderTable, type TableCell, type TableColumn } from './table.ts';
import type { TerminalOptions } from './terminal-report.ts';

/** How a correlation report is shown. */
export interface CorrelationReportOptions extends TerminalOptions {
  /** Iterations, requests and references that are listed at most (default 10). */
  readonly top?: number | undefined;
}

/**
 * What the events of some runs say: GPU time by device and iteration, the slowest requests with their stages, and what
 * could not be placed. Ends in a line feed; every text from a file is made safe.
 */
export function renderCorrelationReport(
  reports: readonly InferenceReport[],
  options: CorrelationReportOptions = {},
): string {
  const layout: Layout = {
    width: Math.max(options.width ?? 80, 40),
    paint: createPaint(options.color ?? false),
    top: options.top ?? 10,
  };
  return `${reports.map((report) => describeRun(report, layout).join('\n')).join('\n\n')}\n`;
}

interface Layout {
  readonly width: number;
  readonly paint: Paint;
  readonly top: number;
}

function describeRun(report: InferenceReport, layout: Layout): string[] {
  const { counts, account } = report;
  const title = account.run_id === null ? 'no correlation events' : `run ${terminalSafe(account.run_id)}`;
  const facts = [
    counted(counts.events, 'event'),
    ...(counts.repeated > 0 ? [`${counts.repeated.toLocaleString('en-US')} of them repeated`] : []),
    ...(counts.iterations > 0 ? [counted(counts.iterations, 'iteration')] : []),
    ...(counts.requests > 0 ? [counted(counts.requests, 'request')] : []),
    ...(counts.activities > 0 ? [counted(counts.activities, 'activity', 'activities')] : []),
    ...(counts.legacy > 0 ? [counted(counts.legacy, 'client row', 'client rows')] : []),
  ];
  const sections = [
    devices(account.device_totals, layout),
    iterations(account.iterations, layout),
    requests(report.requests, layout),
    leftovers(report, layout),
  ];
  return [
    layout.paint(title, 'heading'),
    ...wrapText(facts.join(', '), layout.width),
    ...sections.flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines])),
  ];
}

const DEVICE_COLUMNS: readonly TableColumn[] = [
  { title: 'DEVICE', minWidth: 12 },
  { title: 'CLOCK', minWidth: 12, dispensable: 1 },
  { title: 'BUSY', align: 'right' },
  { title: 'SUM', align: 'right', dispensable: 2 },
  { title: 'ACTIVITIES', align: 'right' },
];

function devices(totals: readonly GpuTime[], { width, paint }: Layout): string[] {
  if (totals.length === 0) return ['no GPU time was measured'];
  const rows = totals.map((time): TableCell[] => [
    { text: time.device_uuid },
    { text: `${time.clock_domain} (${time.clock_kind})` },
    { text: formatDuration(time.busy_ns) },
    { text: formatDuration(time.summed_activity_ns) },
    { text: time.activity_count.toLocaleString('en-US') },
  ]);
  return [paint('GPU time by device', 'heading'), ...renderTable(DEVICE_COLUMNS, rows, { width, paint, indent: 2 })];
}

const ITERATION_COLUMNS: readonly TableColumn[] = [
  { title: 'ITERATION', minWidth: 12 },
  { title: 'DEVICE', minWidth: 8, dispensable: 1 },
  { title: 'ELAPSED', align: 'right' },
  { title: 'BUSY', align: 'right' },
  { title: 'IN USE', align: 'right' },
  { title: 'ACTIVITIES', align: 'right', dispensable: 2 },
];

function iterations(all: readonly IterationGpuTime[], { width, paint, top }: Layout): string[] {
  const measured = all.filter(({ gpu }) => gpu.length > 0);
  if (measured.length === 0) return [];
  const listed = [...measured].sort((left, right) => compareDescending(busiest(left), busiest(right))).slice(0, top);
  const rows = listed.flatMap(({ iteration_ref, elapsed_ns, gpu }) =>
    gpu.map((time, index): TableCell[] => [
      { text: index === 0 ? refText(iteration_ref) : '' },
      { text: time.device_uuid },
      { text: index > 0 ? '' : elapsed_ns === null ? 'unknown' : formatDuration(elapsed_ns) },
      { text: formatDuration(time.busy_ns) },
      { text: formatShare(time.busy_ns, elapsed_ns) },
      { text: time.activity_count.toLocaleString('en-US') },
    ]),
  );
  const without = all.length - measured.length;
  const title = `Iterations with most GPU time${of(listed.length, measured.length)}`;
  return [
    paint(title, 'heading'),
    ...renderTable(ITERATION_COLUMNS, rows, { width, paint, indent: 2 }),
    ...(without > 0 ? [`  ${counted(without, 'iteration')} without any measured activity`] : []),
  ];
}

const REQUEST_COLUMNS: readonly TableColumn[] = [
  { title: 'REQUEST', minWidth: 12 },
  { title: 'STATUS', dispensable: 1 },
  { title: 'ELAPSED', align: 'right' },
  { title: 'IN', align: 'right', dispensable: 3 },
  { title: 'OUT', align: 'right', dispensable: 2 },
  { title: 'STAGES', minWidth: 16 },
];

function requests(all: readonly RequestReport[], { width, paint, top }: Layout): string[] {
  if (all.length === 0) return [];
  const listed = [...all].sort((left, right) => compareDescending(left.elapsed_ns, right.elapsed_ns)).slice(0, top);
  const rows = listed.map((request): TableCell[] => [
    { text: refText(request.request_ref) + (request.attempt_ref === null ? '' : ` ${refText(request.attempt_ref)}`) },
    { text: request.status ?? '' },
    { text: request.elapsed_ns === null ? 'unknown' : formatDuration(request.elapsed_ns) },
    { text: request.input_tokens?.toLocaleString('en-US') ?? '' },
    { text: request.output_tokens?.toLocaleString('en-US') ?? '' },
    { text: request.stages.map(stageText).join(', ') },
  ]);
  const title = `Slowest requests${of(listed.length, all.length)}`;
  return [paint(title, 'heading'), ...renderTable(REQUEST_COLUMNS, rows, { width, paint, indent: 2 })];
}

function stageText({ name, count, elapsed_ns }: RequestReport['stages'][number]): string {
  const times = count > 1 ? ` ×${count}` : '';
  return elapsed_ns === null ? name + times : `${name}${times} ${formatDuration(elapsed_ns)}`;
}

function leftovers({ account, unresolved }: InferenceReport, { width, paint, top }: Layout): string[] {
  const sentences = [
    ...listing(account.unattributed, (total) => `${counted(total, 'activity', 'activities')} of no iteration`, top),
    ...listing(
      account.unmeasured,
      (total) => `${counted(total, 'GPU activity', 'GPU activities')} without a device, a usable clock or both ends`,
      top,
    ),
    ...unresolvedSentences(unresolved, top),
  ];
  if (sentences.length === 0) return [];
  return [paint('Not placed', 'heading'), ...sentences.flatMap((text) => wrapText(`  ${text}`, width, 4))];
}

function listing(refs: readonly EntityRef[], describe: (total: number) => string, top: number): string[] {
  if (refs.length === 0) return [];
  const shown = refs.slice(0, top).map((ref) => terminalSafe(refText(ref)));
  return [`${describe(refs.length)}: ${shown.join(', ')}${andMore(refs.length - shown.length)}`];
}

function unresolvedSentences(unresolved: readonly UnresolvedReference[], top: number): string[] {
  if (unresolved.length === 0) return [];
  const shown = unresolved
    .slice(0, top)
    .map(({ event_id, kind, ref }) => `${terminalSafe(event_id)} → ${kind} ${terminalSafe(refText(ref))}`);
  const total = counted(unresolved.length, 'reference');
  return [`${total} to what no event reports: ${shown.join(', ')}${andMore(unresolved.length - shown.length)}`];
}

function refText({ producer_id, id }: EntityRef): string {
  return `${producer_id}/${id}`;
}

function busiest({ gpu }: IterationGpuTime): bigint {
  let most = 0n;
  for (const { busy_ns } of gpu) if (busy_ns > most) most = busy_ns;
  return most;
}

function compareDescending(left: bigint | null, right: bigint | null): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  return left < right ? 1 : -1;
}

function of(listed: number, total: number): string {
  return listed < total ? ` (${listed} of ${total.toLocaleString('en-US')})` : '';
}

function andMore(hidden: number): string {
  return hidden > 0 ? ` and ${hidden.toLocaleString('en-US')} more` : '';
}
