import { isBlank, type JsonObject } from '@stormlog/records';
import { normalizeText } from './normalize-text.ts';

/** What classification looks at; the type is compared exactly, neither stripped nor lower-cased. */
export interface ClassifiedEvent {
  readonly event_type: string;
  readonly metadata: JsonObject;
}

const ALERTS: ReadonlySet<string> = new Set(['warning', 'critical', 'error']);
const UNHEALTHY: ReadonlySet<string> = new Set(['degraded', 'unhealthy']);

/** True for a warning, a critical event or an error, by type or by `metadata.severity` (docs/formats/telemetry.md §9). */
export function isAlertEvent(event: ClassifiedEvent): boolean {
  return ALERTS.has(event.event_type) || ALERTS.has(normalizeText(event.metadata['severity']));
}

/**
 * How grave an event is: the word of `metadata.severity` if it is text, else `critical` for critical events and errors,
 * `warning`, or `info` (docs/formats/telemetry.md §9). Not the projection's severity, where an error is `error`.
 */
export function eventSeverity(event: ClassifiedEvent): string {
  const severity = event.metadata['severity'];
  if (typeof severity === 'string' && !isBlank(severity)) return normalizeText(severity);
  if (event.event_type === 'critical' || event.event_type === 'error') return 'critical';
  return event.event_type === 'warning' ? 'warning' : 'info';
}

/** True for an error whose metadata tells of memory running out, even with null there (docs/formats/telemetry.md §9). */
export function isOomEvent(event: ClassifiedEvent): boolean {
  if (event.event_type !== 'error') return false;
  return Object.hasOwn(event.metadata, 'oom_reason') || Object.hasOwn(event.metadata, 'oom_dump_path');
}

/** True when the collector itself is in trouble: by event type or its health status (docs/formats/telemetry.md §9). */
export function isCollectorDegradationEvent(event: ClassifiedEvent): boolean {
  if (event.event_type === 'collector_degraded') return true;
  return UNHEALTHY.has(normalizeText(event.metadata['collector_health_status']));
}

/** The backend an event names, normalised; `unknown` when it names none. */
export function eventBackend(event: ClassifiedEvent): string {
  return normalizeText(event.metadata['backend']);
}
