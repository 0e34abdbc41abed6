import {
  eventBackend,
  eventSeverity,
  isAlertEvent,
  isCollectorDegradationEvent,
  isOomEvent,
} from '../classification/classify-event.ts';
import { normalizeText } from '../classification/normalize-text.ts';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { categorizeAlertContext } from './alert-category.ts';
import { normalizedErrorStem } from './error-stem.ts';
import { type IssueEvidence, issueEvidence } from './issue-evidence.ts';
import { type IssueFingerprint, issueFingerprint } from './issue-fingerprint.ts';

/** One hit of an issue, from an event or anything else that shows a problem. */
export interface IssueHit {
  readonly fingerprint: IssueFingerprint;
  readonly title: string;
  readonly severity: string;
  /** Its session and time count for the issue. */
  readonly evidence: IssueEvidence;
  readonly details: IssueEvidence['metadata'];
}

/** Where an event comes from, as evidence names it. */
export interface EventSource {
  readonly source_path: string | null;
  readonly source_kind: string | null;
  readonly session_status: string | null;
}

/**
 * The hit that an event is: memory ran out, its collector is in trouble, or an alert, the first that applies; null when it
 * shows no problem (docs/formats/issues.md §4).
 */
export function issueHitOfEvent(event: TelemetryEvent, source: EventSource): IssueHit | null {
  if (isOomEvent(event)) return oomHit(event, source);
  if (isCollectorDegradationEvent(event)) return collectorHit(event, source);
  return isAlertEvent(event) ? alertHit(event, source) : null;
}

function oomHit(event: TelemetryEvent, source: EventSource): IssueHit {
  const dimensions = { backend: eventBackend(event), reason: event.metadata['oom_reason'] ?? null };
  const dump = event.metadata['oom_dump_path'];
  const bundlePath = typeof dump === 'string' && dump !== '' ? dump : null;
  return {
    fingerprint: issueFingerprint('oom', dimensions),
    title: 'Memory ran out',
    severity: 'critical',
    evidence: evidenceOf(event, source, { context: event.context }, bundlePath),
    details: { ...dimensions, collector: event.collector, device_id: event.device_id },
  };
}

function collectorHit(event: TelemetryEvent, source: EventSource): IssueHit {
  const { metadata } = event;
  const partialFields = metadata['collector_partial_fields'];
  const dimensions = {
    collector: event.collector,
    backend: eventBackend(event),
    health_status: normalizeText(metadata['collector_health_status'], 'degraded'),
    partial_fields: Array.isArray(partialFields) ? partialFields : [],
    error_stem: normalizedErrorStem(metadata['collector_last_error']),
  };
  const retries = {
    collector_consecutive_failures: metadata['collector_consecutive_failures'] ?? null,
    collector_next_retry_epoch_s: metadata['collector_next_retry_epoch_s'] ?? null,
  };
  return {
    fingerprint: issueFingerprint('collector_degradation', dimensions),
    title: `Collector ${event.collector} is ${dimensions.health_status}`,
    severity: dimensions.health_status === 'unhealthy' ? 'critical' : 'warning',
    evidence: evidenceOf(event, source, retries, null),
    details: dimensions,
  };
}

function alertHit(event: TelemetryEvent, source: EventSource): IssueHit {
  const severity = eventSeverity(event);
  const category = categorizeAlertContext(event.context);
  const dimensions = {
    event_type: event.event_type,
    severity,
    collector: event.collector,
    backend: eventBackend(event),
    category,
  };
  return {
    fingerprint: issueFingerprint('alert', dimensions),
    title: `Alert: ${category.replaceAll('_', ' ')}`,
    severity,
    evidence: evidenceOf(event, source, { context: event.context }, null),
    details: dimensions,
  };
}

function evidenceOf(
  event: TelemetryEvent,
  source: EventSource,
  metadata: IssueEvidence['metadata'],
  bundlePath: string | null,
): IssueEvidence {
  return issueEvidence({
    session_id: event.session_id,
    timestamp_ns: event.timestamp_ns,
    rank: event.rank,
    source_path: source.source_path,
    source_kind: source.source_kind,
    event_type: event.event_type,
    bundle_path: bundlePath,
    metadata: { ...metadata, session_status: source.session_status },
  });
}
