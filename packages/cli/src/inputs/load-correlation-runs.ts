import {
  type InferenceEvent,
  type InferenceReport,
  isInferenceEvent,
  loadInferenceArtifact,
  resolveInferenceEvents,
} from '@stormlog/correlation-events';
import type { CorrelationRun } from '@stormlog/report';

/** Reads artifacts that have been accounted again, for pages, which show their events; all of them are held in memory. */
export async function loadCorrelationRuns(
  paths: readonly string[],
  reports: readonly InferenceReport[],
  signal: AbortSignal | undefined,
): Promise<CorrelationRun[]> {
  const byRun = new Map<string, InferenceEvent[]>();
  for (const path of paths) {
    for (const record of await loadInferenceArtifact(path, { signal })) {
      if (!isInferenceEvent(record)) continue;
      const events = byRun.get(record.context.run_id);
      if (events === undefined) byRun.set(record.context.run_id, [record]);
      else events.push(record);
    }
  }
  return reports.flatMap((report) => {
    const events = report.account.run_id === null ? undefined : byRun.get(report.account.run_id);
    return events === undefined ? [] : [{ report, graph: resolveInferenceEvents(events) }];
  });
}
