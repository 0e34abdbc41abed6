import type { Cause } from '@stormlog/distributed-diagnostics';
import { formatDuration } from '../units/duration.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { html, type Markup } from './markup.ts';
import type { PageClock } from './page-clock.ts';

/** The words for severities; they never stand as colour alone. */
export const SEVERITY_WORDS = { critical: 'Critical', warning: 'Warning', info: 'Note' } as const;

export function severityBadge(severity: keyof typeof SEVERITY_WORDS): Markup {
  return html`<span class="badge ${severity}">${SEVERITY_WORDS[severity]}</span>`;
}

/** How sure a cause is: its number, a bar, and what it rests on. */
export function certainty({ confidence, reason_codes: reasons }: Cause): Markup {
  const words = reasons.map((reason) => reason.replaceAll('_', ' '));
  return html`<span class="sure"><svg class="meter" viewBox="0 0 60 8" aria-hidden="true"><rect width="60" height="8"/><rect class="value" width="${Math.round(confidence * 60)}" height="8"/></svg> ${confidence.toFixed(2)}</span>${
    words.length === 0 ? null : html` <span class="faint">${words.join(', ')}</span>`
  }`;
}

/** When something began, with its doubt and how long after the start that is; null for what has no time. */
export function onsetText({ onset_ns: onset, onset_uncertainty_ns: doubt }: Cause, clock: PageClock): string | null {
  if (onset === null) return null;
  const range = doubt === null ? '' : ` ± ${formatDuration(doubt)}`;
  const after = onset - clock.startNs;
  const place =
    after < 0n
      ? `${formatDuration(-after)} before the first sample`
      : `${formatDuration(after)} after the first sample`;
  return `${formatWallClock(onset)} UTC${range}, ${place}`;
}
