import type { InferenceGraph, InferenceReport } from '@stormlog/correlation-events';

/** A run of inference artifacts to show: what `accountInferenceRuns` says of it, and its events as a graph. */
export interface CorrelationRun {
  readonly report: InferenceReport;
  readonly graph: InferenceGraph;
}
