import { joinPath, pathName } from '@stormlog/files';
import type { JsonObject } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import type { SinkManifest } from '@stormlog/telemetry';
import { attachmentStorageOrDefault } from '../envelope/attachment-storage.ts';
import type { RunAttachment, RunEnvelope } from '../envelope/run-envelope.ts';
import { datetimeToNs, parseDatetime } from '../time/parse-datetime.ts';
import type { ExternalAttachment, OomBundle, RunAttachmentRow } from './row-schemas.ts';
import type { RunMember } from './run-context.ts';
import { type RunIdentityIndex, resolveRunId } from './run-identity.ts';

/** Name of the file of derived figures in a sink's folder. */
export const ROLLUPS_FILENAME = 'rollups.json';

/** A place on disk that rows are made for. */
export interface RowSource {
  /** As the caller spelled it. */
  readonly path: string;
  readonly manifest_path: string | null;
}

/** What a row of a file of ours is made of; the rest of the row is the same for all of them. */
export type LocalRowFields = Pick<
  RunAttachmentRow,
  | 'run_id'
  | 'title'
  | 'kind'
  | 'session_id'
  | 'job_id'
  | 'rank'
  | 'local_rank'
  | 'world_size'
  | 'start_ns'
  | 'end_ns'
  | 'source_kind'
  | 'metadata'
> & { readonly path: string };

/** The row of a file or folder that this project wrote (docs/formats/run-catalog.md §8). */
export function localAttachmentRow(fields: LocalRowFields): RunAttachmentRow {
  return rowOf(fields, fields.start_ns, fields.end_ns, fields);
}

/** Builds a row in one go: a catalog has hundreds of thousands of them. */
function rowOf(
  session: Pick<RunAttachmentRow, 'session_id' | 'job_id' | 'rank' | 'local_rank' | 'world_size'>,
  start: bigint | null,
  end: bigint | null,
  own: Pick<LocalRowFields, 'run_id' | 'title' | 'kind' | 'path' | 'source_kind' | 'metadata'>,
): RunAttachmentRow {
  return {
    run_id: own.run_id,
    title: own.title,
    kind: own.kind,
    storage: 'copy',
    attachment_id: null,
    url: null,
    path: own.path,
    session_id: session.session_id,
    job_id: session.job_id,
    rank: session.rank,
    local_rank: session.local_rank,
    world_size: session.world_size,
    start_ns: start,
    end_ns: end,
    source_path: own.path,
    source_kind: own.source_kind,
    source_namespace: 'stormlog',
    source_ref: null,
    metadata: own.metadata,
  };
}

/** One row for each attachment of an envelope; its identity falls back to the envelope's field by field. */
export function* envelopeAttachmentRows(envelope: RunEnvelope): Generator<RunAttachmentRow> {
  for (const attachment of envelope.attachments) yield envelopeRow(attachment, envelope);
}

function envelopeRow(attachment: RunAttachment, envelope: RunEnvelope): RunAttachmentRow {
  return {
    run_id: attachment.run_id,
    title: attachment.title,
    kind: attachment.kind,
    storage: attachment.storage,
    attachment_id: attachment.attachment_id,
    url: attachment.url,
    path: attachment.path,
    session_id: attachment.session_id,
    job_id: attachment.job_id ?? envelope.job_id,
    rank: attachment.rank,
    local_rank: attachment.local_rank,
    world_size: attachment.world_size,
    start_ns: attachment.start_ns,
    end_ns: attachment.end_ns,
    source_path: attachment.url ?? attachment.path ?? envelope.path,
    source_kind: 'run_envelope_attachment',
    source_namespace: attachment.source_namespace ?? envelope.source_namespace,
    source_ref: attachment.source_ref ?? envelope.source_ref,
    metadata: attachment.metadata,
  };
}

/** The row of an attachment that a sidecar names; null when it belongs to no run. */
export function sidecarAttachmentRow(attachment: ExternalAttachment, index: RunIdentityIndex): RunAttachmentRow | null {
  const runId = resolveRunId(attachment, index);
  if (runId === null) return null;
  return {
    run_id: runId,
    title: attachment.title,
    kind: attachment.kind,
    storage: attachmentStorageOrDefault(attachment.storage),
    attachment_id: attachment.attachment_id,
    url: attachment.url,
    path: attachment.path,
    session_id: attachment.session_id,
    job_id: attachment.job_id,
    rank: attachment.rank,
    local_rank: null,
    world_size: null,
    start_ns: attachment.start_ns,
    end_ns: attachment.end_ns,
    source_path: attachment.url ?? attachment.path ?? attachment.sidecar_path,
    source_kind: 'attachment_sidecar',
    source_namespace: attachment.source_namespace,
    source_ref: attachment.source_ref,
    metadata: attachment.metadata,
  };
}

/** A row for each session that a sink's manifest lists and that belongs to a run. */
export function* sinkAttachmentRows(
  source: RowSource,
  manifest: SinkManifest,
  index: RunIdentityIndex,
): Generator<RunAttachmentRow> {
  for (const summary of manifest.sessions) {
    const runId = resolveRunId(identityOf(summary), index);
    if (runId === null) continue;
    yield rowOf(summary, summary.started_at_ns, summary.ended_at_ns, {
      run_id: runId,
      title: 'Telemetry sink',
      kind: 'telemetry_sink',
      path: source.path,
      source_kind: 'sink',
      metadata: { manifest_path: source.manifest_path },
    });
  }
}

/** A row for each segment that a sink's manifest gives a session that belongs to a run. */
export function* sinkSegmentAttachmentRows(
  source: RowSource,
  manifest: SinkManifest,
  index: RunIdentityIndex,
): Generator<RunAttachmentRow> {
  const summaries = new Map(manifest.sessions.map((summary) => [summary.session_id, summary]));
  for (const segment of manifest.segments) {
    if (segment.session_id === null) continue;
    const summary = summaries.get(segment.session_id);
    const runId = resolveRunId({ session_id: segment.session_id, job_id: summary?.job_id }, index);
    if (runId === null) continue;
    const session = summary ?? { ...NOTHING_KNOWN, session_id: segment.session_id };
    yield rowOf(session, summary?.started_at_ns ?? null, summary?.ended_at_ns ?? null, {
      run_id: runId,
      title: segment.filename,
      kind: 'telemetry_sink_segment',
      path: joinPath(source.path, segment.filename),
      source_kind: 'sink_segment',
      metadata: { event_count: segment.event_count, size_bytes: segment.size_bytes, closed: segment.closed },
    });
  }
}

/** A row for each session that a sink's manifest lists, of the derived figures; for a sink that has them. */
export function* rollupAttachmentRows(
  source: RowSource,
  manifest: SinkManifest,
  index: RunIdentityIndex,
): Generator<RunAttachmentRow> {
  for (const summary of manifest.sessions) {
    const runId = resolveRunId(identityOf(summary), index);
    if (runId === null) continue;
    yield rowOf(summary, summary.started_at_ns, summary.ended_at_ns, {
      run_id: runId,
      title: 'Telemetry rollups',
      kind: 'telemetry_rollup',
      path: joinPath(source.path, ROLLUPS_FILENAME),
      source_kind: 'rollup',
      metadata: {
        manifest_session_count: manifest.sessions.length,
        manifest_segment_count: manifest.segments.length,
      },
    });
  }
}

/** The row of a diagnose bundle; null when its session is not known or belongs to no run. */
export function diagnoseAttachmentRow(
  source: RowSource,
  summary: SessionSummary | null,
  index: RunIdentityIndex,
): RunAttachmentRow | null {
  const runId = summary === null ? null : resolveRunId(identityOf(summary), index);
  if (summary === null || runId === null) return null;
  return rowOf(summary, summary.started_at_ns, summary.ended_at_ns, {
    run_id: runId,
    title: 'Diagnose bundle',
    kind: 'diagnose_bundle',
    path: source.path,
    source_kind: 'diagnose_bundle',
    metadata: { manifest_path: source.manifest_path, session_status: summary.status },
  });
}

/**
 * A row for each session of a telemetry file that belongs to a run.
 *
 * @param members the sessions of all runs whose source is the file
 */
export function* flatTelemetryAttachmentRows(
  source: RowSource,
  members: Iterable<RunMember>,
  index: RunIdentityIndex,
): Generator<RunAttachmentRow> {
  for (const member of members) {
    const runId = resolveRunId(identityOf(member), index);
    if (runId === null) continue;
    yield rowOf(member, member.started_at_ns, member.ended_at_ns, {
      run_id: runId,
      title: pathName(source.path),
      kind: 'telemetry_file',
      path: source.path,
      source_kind: member.source_kind,
      metadata: { event_count: member.event_count },
    });
  }
}

/**
 * The row of an out-of-memory bundle; null when it names no session or the session belongs to no run.
 *
 * @param member the last session of that id among all runs
 */
export function oomAttachmentRow(
  bundle: OomBundle,
  index: RunIdentityIndex,
  member: RunMember | undefined,
): RunAttachmentRow | null {
  if (bundle.session_id === null) return null;
  const runId = resolveRunId({ session_id: bundle.session_id, job_id: member?.job_id }, index);
  if (runId === null) return null;
  const time = datetimeToNs(parseDatetime(bundle.created_at_utc));
  const session = member ?? { ...NOTHING_KNOWN, session_id: bundle.session_id };
  return rowOf(session, time, time, {
    run_id: runId,
    title: 'Out-of-memory bundle',
    kind: 'oom_bundle',
    path: bundle.bundle_path,
    source_kind: 'oom_bundle',
    metadata: oomBundleRecord(bundle),
  });
}

/** The serialised form of a bundle. */
export function oomBundleRecord(bundle: OomBundle): JsonObject {
  return {
    bundle_path: bundle.bundle_path,
    manifest_path: bundle.manifest_path,
    created_at_utc: bundle.created_at_utc,
    backend: bundle.backend,
    reason: bundle.reason,
    event_count: bundle.event_count,
    session_id: bundle.session_id,
    session_status: bundle.session_status,
    exception_type: bundle.exception_type,
    exception_module: bundle.exception_module,
  };
}

const NOTHING_KNOWN = {
  job_id: null,
  rank: null,
  local_rank: null,
  world_size: null,
} as const;

type SessionFields = Pick<
  SessionSummary,
  'session_id' | 'job_id' | 'rank' | 'local_rank' | 'world_size' | 'started_at_ns' | 'ended_at_ns'
>;

function identityOf(session: SessionFields) {
  return { session_id: session.session_id, job_id: session.job_id };
}
