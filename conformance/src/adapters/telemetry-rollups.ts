import { readFile } from 'node:fs/promises';
import { isInteger, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { type Environment, parseSessionSummary, systemEnvironment } from '@stormlog/sessions';
import {
  buildTelemetryRollups,
  loadTelemetrySessions,
  parseTelemetryRollups,
  type RollupCoverage,
  type RollupSession,
  readSinkManifest,
  readTelemetryRollups,
  resolveTelemetryRollupPath,
  rollupCoverageFromManifest,
  type SinkManifest,
  type SinkSegment,
  telemetryEventFromRecord,
  writeTelemetryRollups,
} from '@stormlog/telemetry';
import type { AdapterTable } from '../adapter.ts';
import { casePath } from '../case-input.ts';
import { listOf, objectOf } from './case-input.ts';
import { hideDerivedIds } from './telemetry-load.ts';

const WALL_NS = 1_700_000_000_123_456_789n;

/** Rollups of sinks. */
export const TELEMETRY_ROLLUPS: AdapterTable = {
  'rollup.build': async (input, context) => {
    const data = objectOf(input);
    const windowNs = data['window_duration_ns'];
    const options = {
      // What a case's coverage leaves out is nothing.
      coverage: isJsonObject(data['coverage'])
        ? ({ ...rollupCoverageFromManifest(null), ...data['coverage'] } as unknown as RollupCoverage)
        : undefined,
      windowDurationNs: isInteger(windowNs ?? null) ? BigInt(windowNs as number | bigint) : undefined,
      environment: environmentAt(data['now_ns']),
    };
    if (typeof data['path'] !== 'string') {
      const sessions = listOf(data['sessions'], 'sessions').map((session) => sessionOf(objectOf(session)));
      return buildTelemetryRollups(sessions, manifestOf(data['manifest']), options);
    }
    const path = casePath(input, context);
    const built = buildTelemetryRollups(await loadTelemetrySessions(path), await readSinkManifest(path), options);
    return await hideDerivedIds(built, path, ['sink'], '$LEGACY');
  },
  'rollup.coverage': (input) => {
    const data = objectOf(input);
    return rollupCoverageFromManifest(manifestOf(data['manifest']), {
      pruned_segment_count: countOf(data['pruned_segment_count']),
      pruned_bytes: countOf(data['pruned_bytes']),
    });
  },
  'rollup.from_dict': (input) => parseTelemetryRollups(objectOf(input)['payload'] ?? null),
  'rollup.write': async (input, context) => {
    const rollups = parseTelemetryRollups(objectOf(input)['payload'] ?? null);
    const path = await writeTelemetryRollups(casePath(input, context), rollups);
    return { path, text: await readFile(path, 'utf8') };
  },
  'rollup.read': (input, context) => readTelemetryRollups(casePath(input, context)),
  'rollup.resolve_path': (input, context) => resolveTelemetryRollupPath(casePath(input, context)),
};

function sessionOf(fields: JsonObject): RollupSession {
  return {
    summary: parseSessionSummary(fields['summary']),
    events: listOf(fields['records'], 'records').map((record) => telemetryEventFromRecord(record)),
    sources_loaded: listOf(fields['sources_loaded'] ?? [], 'sources_loaded').map(String),
    warnings: listOf(fields['warnings'] ?? [], 'warnings').map(String),
  };
}

function manifestOf(value: JsonValue | undefined): SinkManifest | null {
  if (!isJsonObject(value)) return null;
  return {
    schema_version: countOf(value['schema_version']) ?? 2,
    format: 'stormlog.append_only_telemetry_sink',
    sessions: listOf(value['sessions'] ?? [], 'sessions').map(parseSessionSummary),
    segments: listOf(value['segments'] ?? [], 'segments').map(segmentOf),
  };
}

function segmentOf(value: JsonValue): SinkSegment {
  const fields = objectOf(value, 'segment');
  const counts = { event_count: countOf(fields['event_count']), size_bytes: countOf(fields['size_bytes']) };
  // The cases' segments are complete.
  return { ...fields, ...counts } as unknown as SinkSegment;
}

function countOf(value: JsonValue | undefined): number | undefined {
  return isInteger(value ?? null) ? Number(value) : undefined;
}

function environmentAt(nowNs: JsonValue | undefined): Environment {
  const now = isInteger(nowNs ?? null) ? BigInt(nowNs as number | bigint) : WALL_NS;
  const system = systemEnvironment();
  return { ...system, wallNs: () => now, hostName: '', pid: 0, bootId: null, version: system.version };
}
