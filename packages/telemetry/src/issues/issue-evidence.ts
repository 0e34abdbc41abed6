import type { JsonObject } from '@stormlog/records';

/** Where one hit of an issue was seen (docs/formats/issues.md §3); null where it is not known. */
export interface IssueEvidence {
  readonly session_id: string | null;
  readonly timestamp_ns: bigint | null;
  readonly rank: number | null;
  readonly source_path: string | null;
  readonly source_kind: string | null;
  readonly event_type: string | null;
  readonly bundle_path: string | null;
  readonly metadata: JsonObject;
}

/** Evidence with everything that is not given null, and metadata empty and copied. */
export function issueEvidence(fields: Partial<IssueEvidence> = {}): IssueEvidence {
  return {
    session_id: fields.session_id ?? null,
    timestamp_ns: fields.timestamp_ns ?? null,
    rank: fields.rank ?? null,
    source_path: fields.source_path ?? null,
    source_kind: fields.source_kind ?? null,
    event_type: fields.event_type ?? null,
    bundle_path: fields.bundle_path ?? null,
    metadata: { ...fields.metadata },
  };
}
