import { ArgumentError, compareCodePoints } from '@stormlog/records';
import { type CanonicalInteger, integerOf } from '../event/integer-of.ts';
import { formatPhasePath } from './format-phase-path.ts';
import type { PhaseAttribution, PhaseSummary } from './phase-attribution.ts';
import type { PhaseSpan } from './phase-span.ts';

/** How to choose between open spans, and what is known about who caused the event. */
export interface AttributeActiveSpansOptions {
  /** Only `deepest_per_thread` exists; it is the default. */
  readonly strategy?: string | undefined;
  readonly originThreadId?: CanonicalInteger | null | undefined;
  readonly originPhaseScopeId?: string | null | undefined;
}

/**
 * Attributes something to one of the spans that were open, or says that this stays undecided
 * (docs/formats/phases.md §6.1). No spans give null.
 *
 * @throws ArgumentError for an unknown strategy, even without spans
 */
export function attributeActiveSpans(
  spans: readonly PhaseSpan[],
  options: AttributeActiveSpansOptions = {},
): PhaseAttribution | null {
  const strategy = options.strategy ?? 'deepest_per_thread';
  if (strategy !== 'deepest_per_thread') {
    throw new ArgumentError('strategy', `the phase attribution strategy ${JSON.stringify(strategy)} is not known`);
  }
  if (spans.length === 0) return null;
  return attributionByOrigin(spans, options) ?? attributionByDepth(spans);
}

function attributionByOrigin(
  spans: readonly PhaseSpan[],
  options: AttributeActiveSpansOptions,
): PhaseAttribution | null {
  const scopeId = options.originPhaseScopeId;
  if (scopeId) {
    const exact = spans.filter((span) => span.scope_id === scopeId);
    if (exact.length === 1) return uniqueAttribution(exact[0]!, 'exact');
  }
  const threadId = integerOf(options.originThreadId);
  if (threadId === null) return null;
  const ofThread = spans.filter((span) => span.thread_id === threadId);
  return ofThread.length === 0 ? null : uniqueAttribution(latestOf(ofThread), 'thread_local');
}

function attributionByDepth(spans: readonly PhaseSpan[]): PhaseAttribution {
  const matches: PhaseSpan[] = [];
  const labels = new Set<string>();
  let isUndecided = false;
  for (const deepest of deepestByThread(spans)) {
    const ofThread = new Set(deepest.map((span) => formatPhasePath(span.path)));
    for (const label of ofThread) labels.add(label);
    if (ofThread.size > 1) isUndecided = true;
    else matches.push(latestOf(deepest));
  }
  if (!isUndecided && matches.length === 1) return uniqueAttribution(matches[0]!, 'heuristic');
  const phase_paths = [...labels].sort(compareCodePoints);
  return {
    phase_resolution: 'ambiguous',
    phase_source: null,
    phase_path: null,
    phase_paths,
    scope_id: null,
    thread_id: null,
    thread_name: null,
    phase_summary: summaryOf(spans, phase_paths),
  };
}

function deepestByThread(spans: readonly PhaseSpan[]): Iterable<PhaseSpan[]> {
  const byThread = new Map<CanonicalInteger, PhaseSpan[]>();
  for (const span of spans) {
    const deepest = byThread.get(span.thread_id);
    if (deepest === undefined || span.depth > deepest[0]!.depth) byThread.set(span.thread_id, [span]);
    else if (span.depth === deepest[0]!.depth) deepest.push(span);
  }
  return byThread.values();
}

function summaryOf(spans: readonly PhaseSpan[], labels: readonly string[]): PhaseSummary | null {
  if (labels.filter((label) => label !== '').length < 2) return null;
  const phase_path = formatPhasePath(latestOf(spans).path);
  return phase_path === '' ? null : { phase_path, source: 'heuristic' };
}

/** The span with the largest sequence, then scope id; the first of equals. */
function latestOf(spans: readonly PhaseSpan[]): PhaseSpan {
  return spans.reduce((latest, span) => {
    if (span.sequence !== latest.sequence) return span.sequence > latest.sequence ? span : latest;
    return compareCodePoints(span.scope_id, latest.scope_id) > 0 ? span : latest;
  });
}

function uniqueAttribution(span: PhaseSpan, phase_source: string): PhaseAttribution {
  const phase_path = formatPhasePath(span.path);
  return {
    phase_resolution: 'unique',
    phase_source,
    phase_path,
    phase_paths: [phase_path],
    scope_id: span.scope_id,
    thread_id: span.thread_id,
    thread_name: span.thread_name,
    phase_summary: null,
  };
}
