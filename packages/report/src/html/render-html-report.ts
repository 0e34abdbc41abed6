import type { AnomalyCandidate } from '@stormlog/distributed-diagnostics';
import { describeRanks } from '../diagnosis/rank-overview.ts';
import { describeRun, type RunHeading } from '../diagnosis/run-heading.ts';
import type { Notice } from '../terminal/notice-list.ts';
import type { Diagnosis } from '../terminal/terminal-report.ts';
import { counted } from '../units/counted.ts';
import { DIAGNOSIS_SCRIPT } from './assets/diagnosis-script.ts';
import { PAGE_STYLE } from './assets/page-style.ts';
import { findingsSection } from './findings-section.ts';
import { firstScreen } from './first-screen.ts';
import { inputSection } from './input-section.ts';
import { html, type Markup } from './markup.ts';
import { onsetRecords } from './onset-records.ts';
import { PageClock } from './page-clock.ts';
import type { DiagnosisPageData } from './page-data.ts';
import { renderPageFrame } from './page-frame.ts';
import { phaseRows } from './phase-rows.ts';
import { rankRows } from './rank-rows.ts';
import { collectSeries, type Series } from './series/collect-series.ts';
import { quantize } from './series/quantize.ts';
import { extentOf, trackSources } from './series/track.ts';
import { signRows, signsOf } from './sign-rows.ts';
import { onsetOf, type Statement, statementsOf } from './statement.ts';
import { counterOf } from './statement-figure.ts';
import { TextTable, visibleText } from './text-table.ts';

/** A diagnosis to show as a page. */
export interface HtmlDiagnosis extends Diagnosis {
  /** Of `collectAnomalyCandidates`; without it the charts mark only the first sign of each rank. */
  readonly candidates?: readonly AnomalyCandidate[] | undefined;
  /** What the load met and went on after; by default the warnings of load and model. */
  readonly notices?: readonly Notice[] | undefined;
}

export interface HtmlReportOptions {
  /** The working folder: paths below it are shown relative to it. */
  readonly base?: string | undefined;
  /** Bytes of samples, before they are encoded as text (default 3,600,000): beyond it samples are thinned out. */
  readonly sampleBytes?: number | undefined;
}

const SAMPLE_BYTES = 3_600_000;
/** Ranks that are kept finely and shown first. */
const MOST_FOCUSED = 12;
const MOST_OPENED = 4;

/**
 * The diagnosis of a run as one HTML page that loads nothing (docs/formats/report-page.md): what happened first and what to
 * look at next, charts of every rank, a heat map, tables of ranks and records. The same input gives the same bytes. Linear
 * in the number of samples; the result is a few megabytes at most, whatever the run.
 */
export function renderHtmlReport(diagnosis: HtmlDiagnosis, options: HtmlReportOptions = {}): string {
  const { load, model } = diagnosis;
  const ranks = describeRanks(load, model);
  const statements = statementsOf(load, ranks, diagnosis);
  const sources = trackSources(model);
  const extent = extentOf(sources);
  const clock = new PageClock(extent?.first ?? load.events[0]?.timestamp_ns ?? 0n, extent?.last ?? 0n);
  const texts = new TextTable();
  const signs = signRows(signsOf(model, diagnosis.candidates), ranks, clock, texts);
  const focus = focusedRanks(
    statements,
    signs.rows.map(({ rank }) => rank),
    model.present_ranks,
  );
  const wanted = new Map<number, number[]>();
  const want = (rank: number, time: number) => {
    const times = wanted.get(rank);
    if (times === undefined) wanted.set(rank, [time]);
    else times.push(time);
  };
  for (const { rank, start, end } of signs.rows) {
    want(rank, start * 1e9);
    want(rank, end * 1e9);
  }
  for (const statement of statements) {
    const onset = onsetOf(statement);
    if (onset !== null && statement.ranks[0] !== undefined) want(statement.ranks[0], Number(onset - clock.startNs));
  }
  const series = collectSeries(sources, { clock, focus, wanted, bytes: options.sampleBytes ?? SAMPLE_BYTES });
  const phases = phaseRows(model, focus, clock, texts);
  const records = onsetRecords(load.events, statements);
  const heading = describeRun(load, model, ranks, diagnosis.filtered ?? false);
  const context = { model, ranks, statements, records, series, clock };
  const data: DiagnosisPageData = {
    kind: 'diagnosis',
    ...clock.start(),
    span: clock.spanNs / 1e9,
    counters: series.counters,
    tracks: series.tracks,
    grid: {
      columns: series.grid.columns,
      counters: [...series.grid.cells].map(([name, cells]) => ({ name, ...quantize(cells) })),
    },
    ranks: rankRows(model, ranks, statements, clock),
    statements: statements.map((statement) => ({
      id: statement.id,
      severity: statement.severity,
      ranks: statement.ranks,
      title: visibleText(statement.text),
      onset: statement.cause?.onset_ns == null ? null : clock.seconds(statement.cause.onset_ns),
      doubt: statement.cause?.onset_uncertainty_ns == null ? null : Number(statement.cause.onset_uncertainty_ns) / 1e9,
    })),
    signs: signs.rows,
    phases: phases.rows,
    texts: texts.list(),
    opening: openingOf(statements, focus, series),
  };
  const remarks = [...thinningRemarks(series), ...leftOutRemarks(signs.dropped, phases.dropped)];
  const notices = diagnosis.notices ?? [...load.warnings, ...model.warnings];
  return renderPageFrame({
    title: `${visibleText(heading.subject, 80)} – stormlog`,
    style: PAGE_STYLE,
    body: html`${pageHeader(heading)}
<main id="main">
${firstScreen(context)}
${findingsSection(statements, context)}
${scriptSections(thinningRemarks(series))}
${inputSection(load, { totals: diagnosis.totals, notices, remarks, base: options.base })}
</main>`,
    program: { script: DIAGNOSIS_SCRIPT, data },
  });
}

function pageHeader({ subject, attendance, session, span, others }: RunHeading): Markup {
  return html`<a class="skip" href="#main">Skip to the content</a>
<header>
<div><h1>${visibleText(subject, 120)}</h1>
<p>${attendance}. ${span}.</p>
<p class="faint">${visibleText(session)}.${others.map((other) => html` ${visibleText(other)}.`)}</p></div>
<div id="tools"></div>
</header>
<nav aria-label="Sections"><a href="#first">First</a><a href="#findings">Findings</a><a href="#map">Heat map</a><a href="#charts">Charts</a><a href="#ranks">Ranks</a><a href="#signs">Records</a><a href="#input">Input</a></nav>`;
}

/** What the script fills; without it a reader is told so. */
function scriptSections(thinning: readonly string[]): Markup {
  return html`<noscript><p class="noscript">Charts and tables need JavaScript; everything above is complete without it.</p></noscript>
<section id="map" aria-labelledby="map-title"><h2 id="map-title">Ranks over time</h2><div id="map-content"></div></section>
<section id="charts" aria-labelledby="charts-title"><h2 id="charts-title">Charts</h2>${thinning.map((text) => html`<p class="faint">${text}</p>`)}<div id="charts-content"></div></section>
<section id="ranks" aria-labelledby="ranks-title"><h2 id="ranks-title">Ranks</h2><div id="ranks-content"></div></section>
<section id="signs" aria-labelledby="signs-title"><h2 id="signs-title">Records and signs</h2><div id="signs-content"></div></section>`;
}

/** The ranks that statements name, then those with signs, then the first ones. */
function focusedRanks(
  statements: readonly Statement[],
  signed: readonly number[],
  present: readonly number[],
): ReadonlySet<number> {
  const there = new Set(present);
  const named = statements.filter(({ severity }) => severity !== 'info').flatMap(({ ranks }) => ranks.slice(0, 4));
  const all = [...named, ...signed, ...present].filter((rank) => there.has(rank));
  return new Set([...new Set(all)].slice(0, MOST_FOCUSED));
}

function openingOf(
  statements: readonly Statement[],
  focus: ReadonlySet<number>,
  series: Series,
): DiagnosisPageData['opening'] {
  const first = statements.find(({ cause, severity }) => cause !== null && severity !== 'info');
  const counter = first?.cause == null ? null : counterOf(first.cause, series);
  return { ranks: [...focus].slice(0, MOST_OPENED), counter: counter ?? series.counters[0] ?? null };
}

/** Says what was left out of the charts, in words. */
function thinningRemarks({ tracks }: Series): string[] {
  const thinned = tracks.filter(({ kept, samples }) => kept < samples);
  if (thinned.length === 0) return [];
  const samples = tracks.reduce((sum, track) => sum + track.samples, 0);
  const kept = tracks.reduce((sum, track) => sum + track.kept, 0);
  return [
    `Charts show ${kept.toLocaleString('en-US')} of ${counted(samples, 'sample')}: of every stretch of time the smallest and the largest value of each counter, and every sample with a sign or an onset. Figures and findings rest on all samples.`,
  ];
}

function leftOutRemarks(signs: number, phases: number): string[] {
  return [
    ...(signs > 0
      ? [
          `${counted(signs, 'sign')} of ranks with very many are left out of this page; stormlog diagnose --json counts all.`,
        ]
      : []),
    ...(phases > 0
      ? [
          `Phases of ${counted(phases, 'rank')} are left out of the charts, which show those of the ranks that stand out.`,
        ]
      : []),
  ];
}
