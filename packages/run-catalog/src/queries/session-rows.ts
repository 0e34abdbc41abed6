import type { SessionSummary } from '@stormlog/sessions';
import type { SinkManifest } from '@stormlog/telemetry';
import type { CatalogSource } from '../discovery/catalog-source.ts';
import type { SessionRow } from '../runs/row-schemas.ts';
import { textOrNull } from '../sidecar/lenient-fields.ts';
import type { Steps } from '../slices/steps.ts';

/** What a source says about one of its sessions. */
export interface SessionFigures {
  readonly summary: SessionSummary;
  readonly source_count: number;
  readonly warning_count: number;
  readonly event_count: number | null;
}

/** The row of one session of one source (docs/formats/run-catalog.md §5.1). */
export function sessionRow(source: CatalogSource, figures: SessionFigures, oomBundleCount: number): SessionRow {
  const { summary } = figures;
  return {
    session_id: summary.session_id,
    status: summary.status,
    started_at_ns: summary.started_at_ns,
    ended_at_ns: summary.ended_at_ns,
    host: summary.host,
    pid: summary.pid,
    job_id: textOrNull(summary.job_id),
    rank: summary.rank,
    local_rank: summary.local_rank,
    world_size: summary.world_size,
    source: summary.source,
    source_path: source.path,
    source_kind: source.source_kind,
    source_count: figures.source_count,
    warning_count: figures.warning_count,
    event_count: figures.event_count,
    oom_bundle_count: oomBundleCount,
  };
}

/** The sessions that a sink's manifest lists, with the counts of their segments; no event is read. */
export function* sinkFigures(manifest: SinkManifest): Steps<SessionFigures[]> {
  const counts = new Map<string, { segments: number; events: number }>();
  for (const segment of manifest.segments) {
    yield;
    if (segment.session_id === null) continue;
    const count = counts.get(segment.session_id);
    if (count === undefined) counts.set(segment.session_id, { segments: 1, events: segment.event_count });
    else {
      count.segments++;
      count.events += segment.event_count;
    }
  }
  return manifest.sessions.map((summary) => {
    const { segments, events } = counts.get(summary.session_id) ?? { segments: 0, events: 0 };
    return { summary, source_count: segments, warning_count: 0, event_count: events };
  });
}
