import { isJsonObject, type JsonValue } from '@stormlog/records';
import { sessionSummaryToRecord, stableLegacySessionId } from '@stormlog/sessions';
import {
  loadTelemetryEvents,
  loadTelemetrySessions,
  readSinkManifest,
  resolveSinkManifestPath,
  resolveSinkSegmentPaths,
} from '@stormlog/telemetry';
import type { AdapterTable } from '../adapter.ts';
import { casePath, textMember } from '../case-input.ts';
import { eventAnswer, hideDerivedIds } from './telemetry-load.ts';

const EVENT_FIELDS = [
  'session_id',
  'timestamp_ns',
  'event_type',
  'rank',
  'allocator_allocated_bytes',
  'device_used_bytes',
  'context',
];
const KINDS = ['sink', 'json'];

/** Reading sink folders. */
export const SINK_READ: AdapterTable = {
  'sink.resolve_segments': (input, context) => resolveSinkSegmentPaths(casePath(input, context)),
  'sink.resolve_manifest': (input, context) => resolveSinkManifestPath(casePath(input, context)),
  'sink.read_manifest': (input, context) => readSinkManifest(casePath(input, context)),
  'sink.load': async (input, context) => {
    const path = casePath(input, context);
    const sessions = await loadTelemetrySessions(path, { permissiveLegacy: permissive(input) });
    const only = isJsonObject(input) && input['full'] === true ? null : EVENT_FIELDS;
    const answer = sessions.map((session) => ({
      summary: sessionSummaryToRecord(session.summary),
      events: session.events.map((event) => eventAnswer(event, only)),
      sources_loaded: session.sources_loaded,
      warnings: session.warnings,
    }));
    return await hideDerivedIds(answer, path, KINDS, '$LEGACY');
  },
  'sink.load_events': async (input, context) => {
    const path = casePath(input, context);
    const events = await loadTelemetryEvents(path, {
      permissiveLegacy: permissive(input),
      sessionId: isJsonObject(input) ? textMember(input, 'session_id') : undefined,
    });
    const answer = events.map((event) => eventAnswer(event, EVENT_FIELDS));
    return await hideDerivedIds(answer, path, KINDS, '$LEGACY');
  },
  'sink.legacy_session_id': (input) => {
    const parts = isJsonObject(input) ? input['parts'] : undefined;
    return stableLegacySessionId(...(Array.isArray(parts) ? parts : []));
  },
};

function permissive(input: JsonValue): boolean | undefined {
  const value = isJsonObject(input) ? input['permissive_legacy'] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}
