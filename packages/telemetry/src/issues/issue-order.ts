import { compareCodePoints } from '@stormlog/records';
import type { IssueRecord } from './issue-record.ts';

const RANKS: ReadonlyMap<string, number> = new Map([
  ['critical', 0],
  ['error', 0],
  ['warning', 1],
  ['info', 2],
]);
const OTHER_RANK = 9;

/** The graver of two severities; of equally grave ones, and of words that are not known, the first (docs/formats/issues.md §4). */
export function maxSeverity(kept: string, other: string): string {
  return severityRank(other) < severityRank(kept) ? other : kept;
}

/** Orders issues for a reader: the gravest first, then the latest, then by fingerprint (docs/formats/issues.md §4). */
export function compareIssues(left: IssueRecord, right: IssueRecord): number {
  const byRank = severityRank(left.severity) - severityRank(right.severity);
  if (byRank !== 0) return byRank;
  const leftSeen = left.last_seen_ns ?? -1n;
  const rightSeen = right.last_seen_ns ?? -1n;
  if (leftSeen !== rightSeen) return leftSeen > rightSeen ? -1 : 1;
  return compareCodePoints(left.fingerprint_id, right.fingerprint_id);
}

function severityRank(severity: string): number {
  return RANKS.get(severity) ?? OTHER_RANK;
}
