import type { EntityRef, IterationGpuTime, UnresolvedReference } from '@stormlog/correlation-events';
import { counted } from '../../units/counted.ts';
import { formatDuration } from '../../units/duration.ts';
import { formatShare } from '../../units/share.ts';
import { html, type Markup } from '../markup.ts';
import { visibleText } from '../text-table.ts';
import type { CorrelationRun } from './correlation-run.ts';

/** Rows of a table; what is beyond is counted. */
const MOST_ROWS = 200;
const MOST_LISTED = 50;

/** The iterations with most GPU time, with the requests that took part. */
export function iterationTable({ report, graph }: CorrelationRun): Markup | null {
  const measured = report.account.iterations.filter(({ gpu }) => gpu.length > 0);
  if (measured.length === 0) return null;
  const requests = new Map<string, Set<string>>();
  for (const { iteration_ref, request_ref } of graph.memberships) {
    const key = refText(iteration_ref);
    const known = requests.get(key) ?? new Set();
    requests.set(key, known.add(refText(request_ref)));
  }
  const listed = [...measured].sort((left, right) => compare(busiest(right), busiest(left))).slice(0, MOST_ROWS);
  const rows = listed.flatMap(({ iteration_ref, elapsed_ns, gpu }) =>
    gpu.map(
      (time) => html`<tr><th scope="row">${cell(refText(iteration_ref))}</th><td>${cell(time.device_uuid)}</td>
<td class="number">${durationText(elapsed_ns)}</td><td class="number">${formatDuration(time.busy_ns)}</td><td class="number">${formatShare(time.busy_ns, elapsed_ns)}</td>
<td class="number">${time.activity_count}</td><td class="number">${requests.get(refText(iteration_ref))?.size ?? 0}</td></tr>`,
    ),
  );
  return html`<h3>Iterations with most GPU time${beyond(listed.length, measured.length)}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Iterations"><table><thead><tr><th scope="col">Iteration</th><th scope="col">Device</th><th scope="col" class="number">Elapsed</th><th scope="col" class="number">Busy</th><th scope="col" class="number">In use</th><th scope="col" class="number">Activities</th><th scope="col" class="number">Requests</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** The slowest requests with their stages. */
export function requestTable({ report }: CorrelationRun): Markup | null {
  const { requests } = report;
  if (requests.length === 0) return null;
  const listed = [...requests]
    .sort((left, right) => compare(right.elapsed_ns ?? -1n, left.elapsed_ns ?? -1n))
    .slice(0, MOST_ROWS);
  const rows = listed.map(
    (
      request,
    ) => html`<tr><th scope="row">${cell(refText(request.request_ref))}${request.attempt_ref === null ? null : html` ${cell(refText(request.attempt_ref))}`}</th>
<td>${cell(request.status ?? '')}</td><td class="number">${durationText(request.elapsed_ns)}</td><td class="number">${request.input_tokens ?? ''}</td><td class="number">${request.output_tokens ?? ''}</td>
<td>${request.stages.map(({ name, count, elapsed_ns }) => `${visibleText(name, 60)}${count > 1 ? ` ×${count}` : ''}${elapsed_ns === null ? '' : ` ${formatDuration(elapsed_ns)}`}`).join(', ')}</td></tr>`,
  );
  return html`<h3>Slowest requests${beyond(listed.length, requests.length)}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Requests"><table><thead><tr><th scope="col">Request</th><th scope="col">Status</th><th scope="col" class="number">Elapsed</th><th scope="col" class="number">In</th><th scope="col" class="number">Out</th><th scope="col">Stages</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** What could not be placed, each with its number and the first of them. */
export function leftoverList({ report }: CorrelationRun): Markup {
  const { account, unresolved } = report;
  const items = [
    listed(account.unattributed.map(refText), (total) => `${counted(total, 'activity', 'activities')} of no iteration`),
    listed(
      account.unmeasured.map(refText),
      (total) => `${counted(total, 'GPU activity', 'GPU activities')} without a device, a usable clock or both ends`,
    ),
    listed(unresolved.map(unresolvedText), (total) => `${counted(total, 'reference')} to what no event reports`),
  ].filter((item) => item !== null);
  if (items.length === 0)
    return html`<p>Nothing: every activity belongs to an iteration and every reference is known.</p>`;
  return html`<ul>${items}</ul>`;
}

function listed(texts: readonly string[], describe: (total: number) => string): Markup | null {
  if (texts.length === 0) return null;
  const shown = texts.slice(0, MOST_LISTED);
  const rest = texts.length - shown.length;
  return html`<li><details><summary>${describe(texts.length)}</summary><p>${shown.map((text) => visibleText(text, 120)).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}</p></details></li>`;
}

function unresolvedText({ event_id, kind, ref }: UnresolvedReference): string {
  return `${event_id} → ${kind} ${refText(ref)}`;
}

function refText({ producer_id, id }: EntityRef): string {
  return `${producer_id}/${id}`;
}

function cell(text: string): string {
  return visibleText(text, 80);
}

function durationText(duration: bigint | null): string {
  return duration === null ? 'unknown' : formatDuration(duration);
}

function busiest({ gpu }: IterationGpuTime): bigint {
  let most = 0n;
  for (const { busy_ns } of gpu) if (busy_ns > most) most = busy_ns;
  return most;
}

function beyond(shown: number, all: number): string {
  return shown < all ? ` (${shown} of ${all})` : '';
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
