import { elapsedNs } from '../activity/elapsed-ns.ts';
import { refKey } from '../graph/composite-key.ts';
import type { InferenceGraph } from '../graph/inference-graph.ts';
import type { GpuTimeAccount } from './gpu-time.ts';
import { GpuTimeLedger } from './gpu-time-ledger.ts';

/** The GPU time of a graph, by iteration and device clock (docs/formats/correlation-events.md §8). */
export function accountGpuTime(graph: InferenceGraph): GpuTimeAccount {
  const numbers = new Map<string, number>();
  for (const [index, event] of graph.iterations.entries()) numbers.set(refKey(event.iteration_ref), index);
  const ledger = new GpuTimeLedger();
  for (const activity of graph.activities) {
    const { iteration_ref: iteration } = activity;
    ledger.add(activity, iteration === null ? -1 : (numbers.get(refKey(iteration)) ?? -1));
  }
  const totals = ledger.totals(() => true);
  return {
    run_id: graph.run_id,
    iterations: graph.iterations.map((event, index) => ({
      iteration_ref: event.iteration_ref,
      elapsed_ns: elapsedNs(event),
      gpu: totals.byIteration.get(index) ?? [],
    })),
    device_totals: totals.deviceTotals,
    unattributed: totals.unattributed,
    unmeasured: totals.unmeasured,
  };
}
