import { compareCodePoints, InvalidRecordError, type JsonObject } from '@stormlog/records';
import type { IssueEvidence } from './issue-evidence.ts';
import type { IssueFingerprint } from './issue-fingerprint.ts';
import { type IssueKind, type IssueState, normalizeIssueState } from './issue-words.ts';

/** A problem that was met once or more (docs/formats/issues.md §3). */
export interface IssueRecord {
  readonly fingerprint_id: string;
  readonly fingerprint: IssueFingerprint;
  readonly kind: IssueKind;
  readonly state: IssueState;
  /** Free text; `compareIssues` knows the usual words. */
  readonly severity: string;
  readonly title: string;
  readonly hit_count: number;
  readonly first_seen_ns: bigint | null;
  readonly last_seen_ns: bigint | null;
  /** Ascending by code point, without duplicates. */
  readonly affected_sessions: readonly string[];
  readonly representative_evidence: IssueEvidence;
  readonly evidence: readonly IssueEvidence[];
  readonly details: JsonObject;
}

/** What an issue is made of; the rest follows from the fingerprint. */
export type IssueFields = Omit<IssueRecord, 'fingerprint_id' | 'kind' | 'state' | 'affected_sessions' | 'details'> & {
  /** Default `open`. */
  readonly state?: string | undefined;
  /** Empty and repeated ids are left out. */
  readonly affected_sessions: Iterable<string>;
  readonly details?: JsonObject | undefined;
};

/**
 * An issue record.
 *
 * @throws InvalidRecordError `field_invalid` for an unknown state, or fewer hits than one
 */
export function issueRecord(fields: IssueFields): IssueRecord {
  const { fingerprint, hit_count: hitCount } = fields;
  if (hitCount < 1) {
    const message = `hit_count must be at least 1, found ${hitCount}`;
    throw new InvalidRecordError('field_invalid', message, { field: 'hit_count' });
  }
  return {
    fingerprint_id: fingerprint.fingerprint_id,
    fingerprint,
    kind: fingerprint.kind,
    state: normalizeIssueState(fields.state ?? 'open'),
    severity: fields.severity,
    title: fields.title,
    hit_count: hitCount,
    first_seen_ns: fields.first_seen_ns,
    last_seen_ns: fields.last_seen_ns,
    affected_sessions: [...new Set(fields.affected_sessions)].filter(Boolean).sort(compareCodePoints),
    representative_evidence: fields.representative_evidence,
    evidence: [...fields.evidence],
    details: { ...fields.details },
  };
}
