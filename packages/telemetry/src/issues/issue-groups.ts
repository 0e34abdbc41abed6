import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { type EventSource, type IssueHit, issueHitOfEvent } from './event-hit.ts';
import type { IssueEvidence } from './issue-evidence.ts';
import { compareIssues, maxSeverity } from './issue-order.ts';
import { type IssueRecord, issueRecord } from './issue-record.ts';

interface Group {
  readonly first: IssueHit;
  severity: string;
  firstSeenNs: bigint | null;
  lastSeenNs: bigint | null;
  readonly sessions: Set<string>;
  readonly evidence: IssueEvidence[];
}

/** Gathers hits into issues: those of one fingerprint are one issue (docs/formats/issues.md §4). */
export class IssueGroups {
  readonly #groups = new Map<string, Group>();

  /** Adds the hit that an event is, if it is one. */
  addEvent(event: TelemetryEvent, source: EventSource): void {
    const hit = issueHitOfEvent(event, source);
    if (hit !== null) this.add(hit);
  }

  /** Adds a hit. */
  add(hit: IssueHit): void {
    const { session_id: sessionId, timestamp_ns: seenNs } = hit.evidence;
    const group = this.#groupOf(hit);
    group.severity = maxSeverity(group.severity, hit.severity);
    group.evidence.push(hit.evidence);
    if (sessionId !== null) group.sessions.add(sessionId);
    if (seenNs === null) return;
    if (group.firstSeenNs === null || seenNs < group.firstSeenNs) group.firstSeenNs = seenNs;
    if (group.lastSeenNs === null || seenNs > group.lastSeenNs) group.lastSeenNs = seenNs;
  }

  /**
   * The issues, the gravest first.
   *
   * @param stateOverrides states by fingerprint id; the others are open
   * @throws InvalidRecordError `field_invalid` for a state that is none
   */
  toIssues(stateOverrides: ReadonlyMap<string, string> = new Map()): IssueRecord[] {
    const issues: IssueRecord[] = [];
    for (const [id, group] of this.#groups) {
      issues.push(
        issueRecord({
          fingerprint: group.first.fingerprint,
          title: group.first.title,
          severity: group.severity,
          hit_count: group.evidence.length,
          first_seen_ns: group.firstSeenNs,
          last_seen_ns: group.lastSeenNs,
          affected_sessions: group.sessions,
          representative_evidence: group.first.evidence,
          evidence: group.evidence,
          state: stateOverrides.get(id),
          details: group.first.details,
        }),
      );
    }
    return issues.sort(compareIssues);
  }

  #groupOf(hit: IssueHit): Group {
    const id = hit.fingerprint.fingerprint_id;
    const known = this.#groups.get(id);
    if (known !== undefined) return known;
    const group: Group = {
      first: hit,
      severity: hit.severity,
      firstSeenNs: null,
      lastSeenNs: null,
      sessions: new Set(),
      evidence: [],
    };
    this.#groups.set(id, group);
    return group;
  }
}
