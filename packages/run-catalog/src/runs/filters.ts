import { parseDatetime } from '../time/parse-datetime.ts';
import type { ExternalAttachment, OomBundleRow, RunAttachmentRow, RunRow, SessionRow } from './row-schemas.ts';

/** A field that is null or absent does not filter; anything else, `''` and 0 too, must match exactly. */
type Filter<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Which session rows are wanted. */
export type SessionFilter = Filter<
  Pick<SessionRow, 'session_id' | 'status' | 'job_id' | 'rank' | 'world_size' | 'source_kind'> & {
    readonly has_oom_bundle: boolean;
  }
>;

/** Which runs are wanted; `session_id` and `rank` must be among those of the run. */
export type RunFilter = Filter<
  Pick<RunRow, 'run_id' | 'job_id' | 'source_namespace' | 'source_ref'> & {
    readonly session_id: string;
    readonly rank: number;
  }
>;

/** Which attachments of runs are wanted. */
export type RunAttachmentFilter = Filter<
  Pick<RunAttachmentRow, 'run_id' | 'session_id' | 'job_id' | 'rank' | 'kind' | 'source_namespace' | 'source_ref'>
>;

/** Which attachments of sidecars are wanted. */
export type AttachmentFilter = Filter<Pick<ExternalAttachment, 'session_id' | 'job_id' | 'rank' | 'kind'>>;

/** Which out-of-memory bundles are wanted. The bounds are time texts, inclusive; one that cannot be read does not filter. */
export type OomBundleFilter = Filter<
  Pick<OomBundleRow, 'session_id' | 'backend' | 'reason'> & {
    readonly created_after: string;
    readonly created_before: string;
  }
>;

/** True when a session row is wanted. */
export function sessionMatches(row: SessionRow, filter: SessionFilter): boolean {
  return (
    matches(filter.session_id, row.session_id) &&
    matches(filter.status, row.status) &&
    matches(filter.job_id, row.job_id) &&
    matches(filter.rank, row.rank) &&
    matches(filter.world_size, row.world_size) &&
    matches(filter.has_oom_bundle, row.oom_bundle_count > 0) &&
    matches(filter.source_kind, row.source_kind)
  );
}

/** True when a run is wanted. */
export function runMatches(row: RunRow, filter: RunFilter): boolean {
  return (
    matches(filter.run_id, row.run_id) &&
    includes(row.sessions, filter.session_id) &&
    matches(filter.job_id, row.job_id) &&
    includes(row.ranks, filter.rank) &&
    matches(filter.source_namespace, row.source_namespace) &&
    matches(filter.source_ref, row.source_ref)
  );
}

/** True when an attachment of a run is wanted. */
export function runAttachmentMatches(row: RunAttachmentRow, filter: RunAttachmentFilter): boolean {
  return (
    matches(filter.run_id, row.run_id) &&
    matches(filter.session_id, row.session_id) &&
    matches(filter.job_id, row.job_id) &&
    matches(filter.rank, row.rank) &&
    matches(filter.kind, row.kind) &&
    matches(filter.source_namespace, row.source_namespace) &&
    matches(filter.source_ref, row.source_ref)
  );
}

/** True when an attachment of a sidecar is wanted. */
export function attachmentMatches(row: ExternalAttachment, filter: AttachmentFilter): boolean {
  return (
    matches(filter.session_id, row.session_id) &&
    matches(filter.job_id, row.job_id) &&
    matches(filter.rank, row.rank) &&
    matches(filter.kind, row.kind)
  );
}

/** True when an out-of-memory bundle is wanted. */
export function oomBundleMatches(row: OomBundleRow, filter: OomBundleFilter): boolean {
  if (!matches(filter.session_id, row.session_id)) return false;
  if (!matches(filter.backend, row.backend) || !matches(filter.reason, row.reason)) return false;
  const after = parseDatetime(filter.created_after);
  const before = parseDatetime(filter.created_before);
  if (after === null && before === null) return true;
  const created = parseDatetime(row.created_at_utc);
  return created !== null && (after === null || created >= after) && (before === null || created <= before);
}

function matches<Value>(wanted: Value | null | undefined, value: Value | null): boolean {
  return wanted === null || wanted === undefined || wanted === value;
}

function includes<Value>(values: readonly Value[], wanted: Value | null | undefined): boolean {
  return wanted === null || wanted === undefined || values.includes(wanted);
}
