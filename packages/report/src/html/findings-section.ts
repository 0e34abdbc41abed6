import type { TelemetryEvent } from '@stormlog/telemetry';
import { formatBinarySize } from '../units/binary-size.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { certainty, onsetText, severityBadge } from './certainty.ts';
import { evidenceList } from './evidence-table.ts';
import { orderFigure } from './figures/order-figure.ts';
import { html, type Markup } from './markup.ts';
import type { OnsetRecord } from './onset-records.ts';
import type { PageClock } from './page-clock.ts';
import type { Series } from './series/collect-series.ts';
import type { Statement } from './statement.ts';
import { counterOf, statementFigure } from './statement-figure.ts';
import { visibleText } from './text-table.ts';
import { viewLink } from './view-link.ts';

/** Statements written out; the JSON document has all of them. */
const MOST_STATEMENTS = 100;
const MOST_FIGURES = 24;

interface Context {
  readonly series: Series;
  readonly clock: PageClock;
  readonly records: ReadonlyMap<string, readonly OnsetRecord[]>;
}

/** Every statement with its drawing, its evidence, and the records around its onset. */
export function findingsSection(statements: readonly Statement[], context: Context): Markup {
  const shown = statements.slice(0, MOST_STATEMENTS);
  const more = statements.length - shown.length;
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">What stands out</h2>
${shown.length === 0 ? html`<p>Nothing: every expected rank is there and alike in growth, level and end.</p>` : null}
${orderFigure(statements, context.clock)}
${shown.map((statement, index) => findingCard(statement, index < MOST_FIGURES, context))}
${more > 0 ? html`<p>… and ${more} more; <code>stormlog diagnose --json</code> has them all.</p>` : null}
</section>`;
}

function findingCard(statement: Statement, hasFigure: boolean, context: Context): Markup {
  const { id, severity, text, next, cause } = statement;
  const records = context.records.get(id) ?? [];
  const figure = cause === null || !hasFigure ? null : statementFigure(cause, context.series, context.clock);
  return html`<article id="${id}" class="finding ${severity}" aria-labelledby="${id}-title">
<div class="words">
<h3 id="${id}-title">${severityBadge(severity)} ${visibleText(text)}</h3>
${cause === null ? null : html`<p class="meta">${findingFacts(cause, context.clock)}</p>`}
<p class="next"><span class="arrow" aria-hidden="true">→</span> ${visibleText(next)}</p>
<p class="links">${findingLinks(statement, records.length > 0, context)}</p>
</div>
${figure}
${records.length === 0 ? null : recordsDetails(id, statement.ranks[0]!, records, context.clock)}
${cause === null ? null : html`<details id="${id}-evidence"><summary>Evidence: the numbers that this rests on</summary>${evidenceList(cause.evidence, `Evidence ${id}`)}</details>`}
</article>`;
}

function findingFacts(cause: NonNullable<Statement['cause']>, clock: PageClock): Markup {
  const onset = onsetText(cause, clock);
  return html`${onset === null ? null : html`<span>${onset}</span> `}${
    cause.phase_path === null ? null : html`<span>in ${visibleText(cause.phase_path)}</span> `
  }<span>confidence ${certainty(cause)}</span>`;
}

/** Links to the chart, and to the records and the evidence of a statement. */
export function findingLinks(statement: Statement, hasRecords: boolean, { series, clock }: Context): Markup {
  const { id, ranks, cause } = statement;
  const present = ranks.filter((rank) => series.tracks.some((track) => track.rank === rank));
  const counter = cause === null ? null : counterOf(cause, series);
  return html`${
    present.length === 0 || series.counters.length === 0
      ? null
      : html`<a href="${viewLink({ ranks: present, counter, at: cause?.onset_ns }, clock)}">Show rank ${formatRankList(present, 4)} in the charts</a> `
  }${hasRecords ? html`<a href="#${id}-records">Records around the onset</a> ` : null}${
    cause === null ? null : html`<a href="#${id}-evidence">Evidence</a>`
  }`;
}

function recordsDetails(id: string, rank: number, records: readonly OnsetRecord[], clock: PageClock): Markup {
  return html`<details id="${id}-records"><summary>Records: ${records.length} events of rank ${rank} around the onset</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Records of rank ${rank} around the onset"><table class="small">
<thead><tr><th scope="col">Time (UTC)</th><th scope="col">After start</th><th scope="col">Event</th><th scope="col" class="number">Allocated</th><th scope="col" class="number">Reserved</th><th scope="col" class="number">Device used</th><th scope="col">Context</th><th scope="col">Session</th></tr></thead>
<tbody>${records.map(({ event, isOnset }) => recordRow(event, isOnset, clock))}</tbody>
</table></div></details>`;
}

function recordRow(event: TelemetryEvent, isOnset: boolean, clock: PageClock): Markup {
  return html`<tr${isOnset ? html` class="onset"` : null}>
<td title="${event.timestamp_ns.toString()} ns">${formatWallClock(event.timestamp_ns)}${isOnset ? html` <strong>onset</strong>` : null}</td>
<td class="number">${formatDuration(event.timestamp_ns - clock.startNs)}</td>
<td>${visibleText(event.event_type, 60)}</td>
${sizeCell(event.allocator_allocated_bytes)}${sizeCell(event.allocator_reserved_bytes)}${sizeCell(event.device_used_bytes)}
<td>${visibleText(event.context ?? '')}</td>
<td>${visibleText(event.session_id, 60)}</td></tr>`;
}

function sizeCell(bytes: number | null): Markup {
  if (bytes === null) return html`<td class="number faint">not measured</td>`;
  return html`<td class="number" title="${bytes.toLocaleString('en-US')} bytes">${formatBinarySize(bytes)}</td>`;
}
