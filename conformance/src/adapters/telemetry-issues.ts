import { isInteger, type JsonObject, type JsonValue } from '@stormlog/records';
import {
  categorizeAlertContext,
  collectorHealth,
  collectorRetryDelaySeconds,
  compareIssues,
  type IssueEvidence,
  type IssueFields,
  type IssueFingerprint,
  IssueGroups,
  type IssueRecord,
  issueEvidence,
  issueFingerprint,
  issueRecord,
  maxSeverity,
  normalizeDimensions,
  normalizedErrorStem,
  normalizeIssueState,
  normalizeText,
  sortDimensionKeys,
  telemetryEventFromRecord,
} from '@stormlog/telemetry';
import type { AdapterTable } from '../adapter.ts';
import { listOf, objectOf, textOf } from './case-input.ts';

/** Collector health and issues. */
export const TELEMETRY_ISSUES: AdapterTable = {
  'health.state': (input) => {
    const fields = objectOf(input);
    // Cases give values of other types on purpose.
    return collectorHealth({
      status: fields['status'],
      telemetryPartial: fields['telemetry_partial'],
      partialFields: fields['partial_fields'],
      lastError: fields['last_error'],
      consecutiveFailures: fields['consecutive_failures'],
      nextRetryEpochSeconds: fields['next_retry_epoch_s'],
    } as Parameters<typeof collectorHealth>[0]);
  },
  'health.retry_delay': (input) => {
    const fields = objectOf(input);
    return collectorRetryDelaySeconds(Number(fields['consecutive_failures']), {
      initialDelaySeconds: Number(fields['initial_delay_s']),
      factor: Number(fields['factor']),
      maxDelaySeconds: Number(fields['max_delay_s']),
    });
  },
  'issue.normalize_text': (input) => {
    const { value, default: absent } = objectOf(input);
    return normalizeText(value, typeof absent === 'string' ? absent : undefined);
  },
  'issue.categorize_alert': (input) => categorizeAlertContext(objectOf(input)['context']),
  'issue.error_stem': (input) => normalizedErrorStem(objectOf(input)['error']),
  'issue.normalize_state': (input) => normalizeIssueState(textOf(objectOf(input)['state'], 'state')),
  'issue.normalize_dimensions': (input) => normalizeDimensions(objectOf(objectOf(input)['dimensions'])),
  'issue.json_safe': (input) => sortDimensionKeys(objectOf(objectOf(input)['dimensions'])),
  'issue.fingerprint': (input) => fingerprintOf(objectOf(input)),
  'issue.evidence': (input) => evidenceOf(objectOf(input)),
  'issue.record': (input) => issueOf(objectOf(input)),
  'issue.max_severity': (input) => listOf(objectOf(input)['severities'], 'severities').map(String).reduce(maxSeverity),
  'issue.sort': (input) =>
    listOf(objectOf(input)['issues'], 'issues')
      .map((issue) => issueOf(objectOf(issue)))
      .sort(compareIssues)
      .map((issue) => issue.title),
  'issue.group_events': (input) => {
    const data = objectOf(input);
    const source = {
      source_path: String(data['source_path'] ?? 'sink'),
      source_kind: String(data['source_kind'] ?? 'sink'),
      session_status: String(data['session_status'] ?? 'completed'),
    };
    const groups = new IssueGroups();
    for (const record of listOf(data['records'], 'records')) groups.addEvent(telemetryEventFromRecord(record), source);
    const states = Object.entries(objectOf(data['state_overrides'] ?? {}));
    return groups
      .toIssues(new Map(states.map(([id, state]) => [id, String(state)])))
      .map(({ title: _title, details: _details, ...issue }) => issue);
  },
};

function fingerprintOf(fields: JsonObject): IssueFingerprint {
  const version = fields['schema_version'];
  return issueFingerprint(
    textOf(fields['kind'], 'kind'),
    objectOf(fields['dimensions'], 'dimensions'),
    version === undefined ? undefined : Number(version),
  );
}

function evidenceOf(fields: JsonObject): IssueEvidence {
  // The members are those of the record, but for the time.
  return issueEvidence({ ...fields, timestamp_ns: timeOf(fields['timestamp_ns']) } as Partial<IssueEvidence>);
}

function issueOf(fields: JsonObject): IssueRecord {
  return issueRecord({
    ...fields,
    fingerprint: fingerprintOf(objectOf(fields['fingerprint'])),
    first_seen_ns: timeOf(fields['first_seen_ns']),
    last_seen_ns: timeOf(fields['last_seen_ns']),
    representative_evidence: evidenceOf(objectOf(fields['representative_evidence'])),
    evidence: listOf(fields['evidence'], 'evidence').map((item) => evidenceOf(objectOf(item))),
  } as unknown as IssueFields);
}

function timeOf(value: JsonValue | undefined): bigint | null {
  return isInteger(value ?? null) ? BigInt(value as number | bigint) : null;
}
