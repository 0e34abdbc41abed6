import { stringifyJson } from '@stormlog/records';
import type { ProjectedCorrelation, ProjectedResource, ProjectedTelemetryRecord } from './projected-record.ts';

/** The different resources of projected records in order of first appearance; equal is equal canonical text. */
export function uniqueProjectedResources(records: Iterable<ProjectedTelemetryRecord>): ProjectedResource[] {
  return uniqueByText(records, (record) => record.resource);
}

/** The different correlations of projected records, as {@link uniqueProjectedResources}. */
export function uniqueProjectedCorrelations(records: Iterable<ProjectedTelemetryRecord>): ProjectedCorrelation[] {
  return uniqueByText(records, (record) => record.correlation);
}

function uniqueByText<Part>(
  records: Iterable<ProjectedTelemetryRecord>,
  partOf: (record: ProjectedTelemetryRecord) => Part,
): Part[] {
  const parts = new Map<string, Part>();
  for (const record of records) {
    const part = partOf(record);
    const text = stringifyJson(part, { sortKeys: true });
    if (!parts.has(text)) parts.set(text, part);
  }
  return [...parts.values()];
}
