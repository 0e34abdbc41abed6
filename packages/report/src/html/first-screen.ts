import type { AnomalyIndicator, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import type { Observation } from '../diagnosis/observation.ts';
import type { RankOverview } from '../diagnosis/rank-overview.ts';
import { signalLabel } from '../terminal/signal-label.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { certainty, onsetText, severityBadge } from './certainty.ts';
import { findingLinks } from './findings-section.ts';
import { html, type Markup } from './markup.ts';
import type { OnsetRecord } from './onset-records.ts';
import type { PageClock } from './page-clock.ts';
import type { Series } from './series/collect-series.ts';
import { earliestStatement, onsetOf, type Statement } from './statement.ts';
import { statementFigure } from './statement-figure.ts';
import { visibleText } from './text-table.ts';
import { viewLink } from './view-link.ts';

interface Context {
  readonly model: DistributedDiagnosticsModel;
  readonly ranks: readonly RankOverview[];
  readonly statements: readonly Statement[];
  readonly records: ReadonlyMap<string, readonly OnsetRecord[]>;
  readonly series: Series;
  readonly clock: PageClock;
}

/**
 * The answers that a person opens the page for (docs/formats/report-page.md §1): what happened first, on which rank, in
 * which phase and how sure that is; who is missing or stopped; what to look at next.
 */
export function firstScreen(context: Context): Markup {
  const { statements, model } = context;
  const first = earliestStatement(statements);
  const earliest = model.indicators.find(({ kind }) => kind === 'earliest') ?? null;
  return html`<section id="first" aria-labelledby="first-title">
<div class="answer">
<h2 id="first-title" class="question">What happened first</h2>
${first !== null ? statementAnswer(first, context) : earliest !== null ? indicatorAnswer(earliest, context) : nothingFirst(statements)}
</div>
${first?.cause == null ? null : statementFigure(first.cause, context.series, context.clock)}
</section>
<section class="tiles" aria-label="Who and what next">
${missingTile(context)}
${stoppedTile(context)}
${nextTile(statements)}
${earliest === null || first === null ? null : signTile(earliest, context)}
</section>`;
}

function statementAnswer(statement: Statement, context: Context): Markup {
  const { cause } = statement;
  if (cause === null)
    return html`<p class="headline">${severityBadge(statement.severity)} ${visibleText(statement.text)}</p>`;
  const records = context.records.get(statement.id) ?? [];
  return html`<p class="headline">${severityBadge(statement.severity)} ${visibleText(statement.text)}</p>
<dl class="facts">
${fact('Rank', rankText(statement.ranks, context))}
${fact('When', html`${onsetText(cause, context.clock) ?? 'not at one time'}${doubtfulOrder(statement, context.statements)}`)}
${fact('Phase', html`${cause.phase_path === null ? 'no phase was recorded' : visibleText(cause.phase_path)}`)}
${fact('How sure', certainty(cause))}
</dl>
<p class="links"><a href="#${statement.id}">The finding</a> ${findingLinks(statement, records.length > 0, context)}</p>`;
}

function indicatorAnswer(indicator: AnomalyIndicator, context: Context): Markup {
  const { rank, timestamp_ns: at, phase_path: phase, confidence } = indicator;
  return html`<p class="headline">${severityBadge(indicator.severity)} ${visibleText(signalLabel(indicator.signal), 80)} on rank ${rank}: ${visibleText(indicator.details)}</p>
<dl class="facts">
${fact('Rank', rankText([rank], context))}
${fact('When', html`${formatWallClock(at)} UTC, ${formatDuration(at - context.clock.startNs)} after the first sample`)}
${fact('Phase', html`${phase === null ? 'no phase was recorded' : visibleText(phase)}`)}
${fact('How sure', html`${confidence === null ? 'recorded or measured, not inferred; no cause was found beside it' : `confidence ${confidence.toFixed(2)}`}`)}
</dl>
<p class="links"><a href="${viewLink({ ranks: [rank], at }, context.clock)}">Show rank ${rank} in the charts</a> <a href="#signs?rank=${rank}">Its records</a></p>`;
}

function nothingFirst(statements: readonly Statement[]): Markup {
  return statements.some(({ severity }) => severity !== 'info')
    ? html`<p class="headline">No rank is unlike its peers in what it recorded.</p><p>What stands out has no beginning in the records; see below.</p>`
    : html`<p class="headline">${severityBadge('info')} Nothing stands out: every expected rank is there and alike in growth, level and end.</p>`;
}

/** Said where another statement may well have come before. */
function doubtfulOrder(first: Statement, statements: readonly Statement[]): Markup | null {
  const onset = onsetOf(first)!;
  const rivals = statements.filter((other) => {
    const own = onsetOf(other);
    if (own === null || other === first || other.severity === 'info') return false;
    return own - onset <= (first.cause?.onset_uncertainty_ns ?? 0n) + (other.cause?.onset_uncertainty_ns ?? 0n);
  });
  if (rivals.length === 0) return null;
  const links = rivals
    .slice(0, 3)
    .map((other) => html` <a href="#${other.id}">rank ${formatRankList(other.ranks, 3)}</a>`);
  return html`; within this doubt of${links}${rivals.length > 3 ? ` and ${rivals.length - 3} more` : null}, which may have been first`;
}

function fact(name: string, value: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function rankText(ranks: readonly number[], { ranks: overviews }: Context): Markup {
  const first = overviews.find(({ rank }) => rank === ranks[0]);
  const host = first?.host ?? null;
  const place =
    ranks.length !== 1 || host === null
      ? null
      : html` <span class="faint">on ${visibleText(host, 60)}${(first?.pid ?? -1) >= 0 ? `, pid ${first!.pid}` : null}</span>`;
  return html`<strong>${formatRankList(ranks, 6)}</strong>${place}`;
}

const MISSING: ReadonlySet<Observation['code']> = new Set(['rank_missing', 'rank_unusable', 'rank_elsewhere']);
const STOPPED: ReadonlySet<Observation['code']> = new Set(['rank_stopped_early', 'stalled', 'session_not_completed']);

function missingTile({ model, statements }: Context): Markup {
  const { missing_ranks: missing, expected_ranks: expected } = model;
  const statement = statements.find(({ code }) => MISSING.has(code));
  if (missing.length === 0)
    return tile('Missing', 'good', html`nobody`, html`all ${expected.length} expected ranks are there`);
  const link = statement === undefined ? null : html` <a href="#${statement.id}">why</a>`;
  return tile(
    'Missing',
    'critical',
    html`rank ${formatRankList(missing, 6)}`,
    html`${missing.length} of ${expected.length} expected ranks;${link}`,
  );
}

function stoppedTile({ statements, ranks: overviews }: Context): Markup {
  const stopped = statements.filter(({ code, severity }) => STOPPED.has(code) && severity !== 'info');
  if (stopped.length === 0)
    return tile('Stopped or stalled', 'good', html`nobody`, html`no rank fell silent before its peers`);
  const ranks = [...new Set(stopped.flatMap((statement) => statement.ranks))].sort((left, right) => left - right);
  const worst = stopped.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning';
  const links = stopped
    .slice(0, 4)
    .map(({ id, ranks: own }) => html` <a href="#${id}">rank ${formatRankList(own, 3)}</a>`);
  const silences = overviews.flatMap(({ rank, before_peers_ns: silence }) =>
    rank === ranks[0] && silence !== null && silence > 0n ? [silence] : [],
  );
  const silence =
    ranks.length === 1 && silences[0] !== undefined ? `${formatDuration(silences[0])} before its peers;` : 'see';
  return tile('Stopped or stalled', worst, html`rank ${formatRankList(ranks, 6)}`, html`${silence}${links}`);
}

function nextTile(statements: readonly Statement[]): Markup {
  const gravest = statements[0];
  if (gravest === undefined) return tile('Look at next', 'good', html`nothing urgent`, html`the charts show the run`);
  return html`<div class="tile wide"><h3>Look at next</h3><ol class="steps">${statements
    .filter(({ severity }) => severity !== 'info')
    .slice(0, 3)
    .map(
      ({ id, ranks, next }) =>
        html`<li><a href="#${id}">${ranks.length === 0 ? 'the run' : `rank ${formatRankList(ranks, 3)}`}</a>: ${visibleText(next, 220)}</li>`,
    )}${gravest.severity === 'info' ? html`<li>${visibleText(gravest.next, 220)}</li>` : null}</ol></div>`;
}

function signTile({ rank, signal, timestamp_ns: at, severity }: AnomalyIndicator, { clock }: Context): Markup {
  return tile(
    'First recorded sign',
    severity === 'critical' ? 'critical' : 'warning',
    html`rank ${rank}`,
    html`${visibleText(signalLabel(signal), 60)}, ${formatDuration(at - clock.startNs)} after the first sample; <a href="#signs?rank=${rank}">records</a>`,
  );
}

function tile(title: string, mood: 'good' | 'warning' | 'critical', value: Markup, more: Markup): Markup {
  return html`<div class="tile ${mood}"><h3>${title}</h3><p class="value">${value}</p><p class="faint">${more}</p></div>`;
}
