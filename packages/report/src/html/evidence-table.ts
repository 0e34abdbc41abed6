import { formatBinarySize } from '../units/binary-size.ts';
import { formatDuration } from '../units/duration.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { html, type Markup } from './markup.ts';

const MOST_ROWS = 16;
/** Fields of evidence that hold bytes without saying so in their names (docs/formats/causes.md §1). */
const BYTE_FIELDS: ReadonlySet<string> = new Set(['allocated', 'reserved', 'bytes', 'value', 'scale', 'peers_median']);
/** Nanoseconds that are a time of day, not a length. */
const TIME_FIELD = /^(timestamp|last_event|peers_last|last_progress|started_at|onset|since|run_end|from|to)_ns$/;

/**
 * The evidence of a cause, whatever its kind, as a list of names and values; lists of records become tables.
 *
 * @param label what the tables are called, each with its own name after it
 */
export function evidenceList(evidence: object, label: string): Markup {
  const entries = Object.entries(evidence);
  return html`<dl class="evidence">${entries.map(
    ([name, value]) =>
      html`<dt>${fieldLabel(name)}</dt><dd>${evidenceValue(name, value, `${label}: ${fieldLabel(name)}`)}</dd>`,
  )}</dl>`;
}

function fieldLabel(name: string): string {
  return name.replace(/_ns$/, '').replaceAll('_', ' ');
}

function evidenceValue(name: string, value: unknown, label: string): Markup {
  if (Array.isArray(value)) return listValue(name, value, label);
  if (typeof value === 'object' && value !== null) return evidenceList(value, label);
  return html`${scalarText(name, value)}`;
}

function listValue(name: string, list: readonly unknown[], label: string): Markup {
  if (list.length === 0) return html`none`;
  const first = list[0];
  if (typeof first !== 'object' || first === null)
    return html`${list.map((item) => scalarText(name, item)).join(', ')}`;
  const fields = Object.keys(first);
  const rows = chooseRows(list);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="small"><thead><tr>${fields.map(
    (field) => html`<th scope="col">${fieldLabel(field)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${fields.map((field) => html`<td>${evidenceValue(field, fieldOf(row, field), label)}</td>`)}</tr>`,
  )}</tbody></table></div>${rows.length < list.length ? html`<p class="faint">${rows.length} of ${list.length}, evenly chosen</p>` : null}`;
}

function chooseRows(list: readonly unknown[]): readonly unknown[] {
  if (list.length <= MOST_ROWS) return list;
  return Array.from({ length: MOST_ROWS }, (_, i) => list[Math.round((i * (list.length - 1)) / (MOST_ROWS - 1))]);
}

function fieldOf(row: unknown, field: string): unknown {
  return typeof row === 'object' && row !== null && Object.hasOwn(row, field)
    ? Object.getOwnPropertyDescriptor(row, field)?.value
    : null;
}

function scalarText(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'not known';
  if (typeof value === 'bigint') return TIME_FIELD.test(name) ? `${formatWallClock(value)} UTC` : formatDuration(value);
  if (typeof value === 'number') return numberText(name, value);
  return String(value);
}

function numberText(name: string, value: number): string {
  if (!Number.isFinite(value)) return 'not known';
  if (name === 'bytes_per_second') return `${formatBinarySize(Math.round(value), { sign: true })}/s`;
  if (name.endsWith('_bytes') || name.startsWith('bytes_') || BYTE_FIELDS.has(name)) {
    return formatBinarySize(Math.round(value));
  }
  if (name.endsWith('_ns')) return formatDuration(BigInt(Math.round(value)));
  if (name.startsWith('seconds_')) return formatDuration(BigInt(Math.round(value * 1e9)));
  if (name.includes('share')) return `${(value * 100).toFixed(1)} %`;
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
