import { compareCodePoints } from '@stormlog/records';
import { attemptKey, refKey } from './composite-key.ts';
import type { InferenceGraph, UnresolvedReference } from './inference-graph.ts';

/** The references that lead nowhere (docs/formats/correlation-events.md §7.3). */
export function findUnresolved(graph: Omit<InferenceGraph, 'run_id' | 'unresolved'>): UnresolvedReference[] {
  const requests = new Set<string>();
  const attempts = new Set<string>();
  for (const { request_ref: request, attempt_ref: attempt } of graph.requests) {
    requests.add(refKey(request));
    attempts.add(attemptKey(request, attempt));
  }
  const iterations = new Set(graph.iterations.map((event) => refKey(event.iteration_ref)));
  const unresolved: UnresolvedReference[] = [];
  for (const { event_id, request_ref: request, attempt_ref: attempt, iteration_ref: iteration } of graph.memberships) {
    if (!requests.has(refKey(request))) unresolved.push({ event_id, kind: 'request', ref: request });
    else if (attempt !== null && !attempts.has(attemptKey(request, attempt))) {
      unresolved.push({ event_id, kind: 'attempt', ref: attempt });
    }
    if (!iterations.has(refKey(iteration))) unresolved.push({ event_id, kind: 'iteration', ref: iteration });
  }
  for (const { event_id, request_ref: request, iteration_ref: iteration } of graph.stages) {
    if (request !== null && !requests.has(refKey(request))) {
      unresolved.push({ event_id, kind: 'request', ref: request });
    }
    if (iteration !== null && !iterations.has(refKey(iteration))) {
      unresolved.push({ event_id, kind: 'iteration', ref: iteration });
    }
  }
  for (const { event_id, iteration_ref: iteration } of graph.activities) {
    if (iteration !== null && !iterations.has(refKey(iteration))) {
      unresolved.push({ event_id, kind: 'iteration', ref: iteration });
    }
  }
  return unresolved.sort(compareUnresolved);
}

/** By event id, kind and the reference's id; the producer takes no part. */
export function compareUnresolved(left: UnresolvedReference, right: UnresolvedReference): number {
  return (
    compareCodePoints(left.event_id, right.event_id) ||
    compareCodePoints(left.kind, right.kind) ||
    compareCodePoints(left.ref.id, right.ref.id)
  );
}
