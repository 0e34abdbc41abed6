import { isInteger, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import {
  type ConversionOptions,
  createTelemetryEvent,
  createTelemetryEventV2,
  eventBackend,
  eventSeverity,
  type IdentityVariables,
  isAlertEvent,
  isCollectorDegradationEvent,
  isOomEvent,
  type NewTelemetryEvent,
  type NewTelemetryEventV2,
  projectTelemetryEvent,
  projectTelemetryEvents,
  projectTelemetryMapping,
  replaceTelemetryEvent,
  resolveDistributedIdentity,
  type TelemetryEvent,
  type TelemetryEventV2,
  telemetryEventFromRecord,
  telemetryEventLine,
  telemetryEventToRecord,
  uniqueProjectedCorrelations,
  uniqueProjectedResources,
  validateTelemetryRecord,
} from '@stormlog/telemetry';
import type { AdapterTable } from '../adapter.ts';
import { listOf, objectOf, textOf } from './case-input.ts';

/** The operations `telemetry.*` on single records; those that read files are in `telemetry-load.ts`. */
export const TELEMETRY_EVENT_ADAPTERS: AdapterTable = {
  'telemetry.event_from_record': (input) => telemetryEventToRecord(convert(input)),
  'telemetry.validate_record': (input) => {
    validateTelemetryRecord(objectOf(input)['record'] ?? null);
    return 'valid';
  },
  'telemetry.event_to_record': (input) => {
    const data = objectOf(input);
    const fields = objectOf(data['fields'], 'fields');
    const record = telemetryEventToRecord(construct(data['version'], fields));
    return { record, keys: Object.keys(record) };
  },
  'telemetry.event_line': (input) => telemetryEventLine(convert(input)),
  'telemetry.replace_event': (input) => {
    const { timestamp_ns: timestamp, ...changes } = objectOf(objectOf(input)['changes'], 'changes');
    const time = isInteger(timestamp) ? { timestamp_ns: BigInt(timestamp) } : null;
    // Cases change fields to values that the types rule out.
    const partial = { ...changes, ...time } as Partial<TelemetryEvent>;
    return telemetryEventToRecord(replaceTelemetryEvent(convert(input), partial));
  },
  'telemetry.resolve_identity': (input) => {
    const { env, metadata, ...parts } = objectOf(input);
    return resolveDistributedIdentity({
      ...parts,
      metadata: isJsonObject(metadata) ? metadata : null,
      env: isJsonObject(env) ? variablesOf(env) : null,
    });
  },
  'telemetry.project_event': (input) => projectTelemetryEvent(recordOf(input)),
  'telemetry.project_mapping': (input) => {
    const observed = objectOf(input)['observed_timestamp_ns'];
    return projectTelemetryMapping(recordOf(input), {
      // Values of other types are part of the cases: the function has to refuse them.
      observedTimestampNs: observed as bigint | number | null | undefined,
    });
  },
  'telemetry.project_events': (input) => {
    const records = listOf(objectOf(input)['records'], 'records').map((record) => objectOf(record, 'record'));
    const projected = projectTelemetryEvents(records);
    return {
      records: projected,
      resources: uniqueProjectedResources(projected),
      correlations: uniqueProjectedCorrelations(projected),
    };
  },
  'telemetry.classify': (input) => {
    const data = objectOf(input);
    const event = {
      event_type: textOf(data['event_type'], 'event_type'),
      metadata: objectOf(data['metadata'] ?? {}, 'metadata'),
    };
    return {
      is_alert: isAlertEvent(event),
      severity: eventSeverity(event),
      is_oom: isOomEvent(event),
      is_collector_degradation: isCollectorDegradationEvent(event),
      backend: eventBackend(event),
    };
  },
};

function recordOf(input: JsonValue): JsonObject {
  return objectOf(objectOf(input)['record'], 'record');
}

function convert(input: JsonValue): TelemetryEvent {
  const data = objectOf(input);
  return telemetryEventFromRecord(data['record'] ?? null, conversionOptionsOf(data['options']));
}

/** The conversion options of a case. */
export function conversionOptionsOf(value: JsonValue | undefined): ConversionOptions {
  const options = objectOf(value ?? {}, 'options');
  // Cases pass defaults of wrong types on purpose.
  return {
    permissiveLegacy: options['permissive_legacy'],
    defaultCollector: options['default_collector'],
    defaultSamplingIntervalMs: options['default_sampling_interval_ms'],
    defaultSessionId: options['default_session_id'],
  } as ConversionOptions;
}

/** Python has a class for each version. Cases leave out fields and give wrong ones on purpose. */
function construct(version: JsonValue | undefined, fields: JsonObject): TelemetryEvent | TelemetryEventV2 {
  if (version === 2) return createTelemetryEventV2(fields as unknown as NewTelemetryEventV2);
  return createTelemetryEvent(fields as unknown as NewTelemetryEvent);
}

function variablesOf(env: JsonObject): IdentityVariables {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === null ? null : String(value)]));
}
