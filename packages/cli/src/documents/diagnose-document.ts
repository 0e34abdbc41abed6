import type { Cause, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { describeRanks } from '@stormlog/report';
import type { LoadedInputs } from '../inputs/load-inputs.ts';

/**
 * What `stormlog diagnose --json` prints, keys in the order of docs/schemas/cli/diagnose.schema.json: the load without
 * its events, what `explainRun` found, where each rank stands, and the model, its timelines only when asked for.
 */
export function diagnoseDocument(
  { load, reports }: LoadedInputs,
  { model, causes }: { readonly model: DistributedDiagnosticsModel; readonly causes: readonly Cause[] },
  options: { readonly timelines: boolean },
) {
  return {
    format: 'stormlog.diagnose',
    schema_version: 1,
    load: {
      selected_session_id: load.selected_session_id,
      sessions: load.sessions.map((session) => ({
        summary: session.summary,
        event_count: session.events.length,
        sources_loaded: session.sources_loaded,
      })),
      warnings: load.warnings,
      sources_loaded: load.sources_loaded,
      markers: load.markers,
      groups: load.groups,
      rank_sessions: load.rank_sessions,
      reports,
    },
    causes,
    ranks: describeRanks(load, model),
    model: {
      rows: model.rows,
      indicators: model.indicators,
      expected_ranks: model.expected_ranks,
      present_ranks: model.present_ranks,
      missing_ranks: model.missing_ranks,
      per_rank_timelines: options.timelines ? model.per_rank_timelines : undefined,
      warnings: model.warnings,
      markers_by_rank: model.markers_by_rank,
      devices: model.devices === undefined ? undefined : devicesOf(model.devices, options.timelines),
    },
  };
}

type Devices = NonNullable<DistributedDiagnosticsModel['devices']>;

function devicesOf(devices: Devices, timelines: boolean) {
  return new Map(
    [...devices].map(([rank, list]) => [
      rank,
      list.map((device) => ({ ...device, timeline: timelines ? device.timeline : undefined })),
    ]),
  );
}
