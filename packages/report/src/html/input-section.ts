import type { ArtifactLoadResult } from '@stormlog/distributed-diagnostics';
import type { ReadingTotals } from '../diagnosis/reading-totals.ts';
import { type Notice, renderNotices } from '../terminal/notice-list.ts';
import { createPaint } from '../terminal/paint.ts';
import { readingSentence } from '../terminal/reading-line.ts';
import { counted } from '../units/counted.ts';
import { html, type Markup } from './markup.ts';
import { visibleText } from './text-table.ts';

const MOST_SOURCES = 200;
/** Notices are not wrapped: the page does that. */
const NO_WRAP = 100_000;

export interface InputSectionOptions {
  readonly totals?: ReadingTotals | undefined;
  readonly notices: readonly Notice[];
  readonly remarks: readonly string[];
  readonly base?: string | undefined;
}

/** What was read, what was left out and why, and what the page itself leaves out. */
export function inputSection(
  load: ArtifactLoadResult,
  { totals, notices, remarks, base }: InputSectionOptions,
): Markup {
  const lines = renderNotices(notices, { width: NO_WRAP, paint: createPaint(false), base, groups: 20 });
  const sources = load.sources_loaded;
  return html`<section id="input" aria-labelledby="input-title">
<h2 id="input-title">What was read</h2>
${totals === undefined ? null : html`<p>${readingSentence(totals)}.</p>`}
${remarks.map((remark) => html`<p>${remark}</p>`)}
${lines.length === 0 ? null : html`<h3>Messages</h3><ul class="messages">${lines.map((line) => html`<li>${line.trim()}</li>`)}</ul>`}
${
  sources.length === 0
    ? null
    : html`<details><summary>${counted(sources.length, 'source')}</summary><ul class="sources">${sources
        .slice(0, MOST_SOURCES)
        .map(
          (source) => html`<li>${visibleText(relativeTo(source, base), 300)}</li>`,
        )}</ul>${sources.length > MOST_SOURCES ? html`<p>… and ${sources.length - MOST_SOURCES} more</p>` : null}</details>`
}
</section>`;
}

function relativeTo(path: string, base: string | undefined): string {
  return base !== undefined && base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
}
