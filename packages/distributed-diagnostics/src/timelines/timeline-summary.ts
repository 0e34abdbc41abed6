import { dirname } from 'node:path';
import { joinPath, readJsonDocument, resolvePath } from '@stormlog/files';
import { isBlank, isJsonObject, type JsonObject, type JsonValue, StormlogError } from '@stormlog/records';
import {
  createSessionSummary,
  normalizeSessionStatus,
  parseSessionSummary,
  type SessionSummary,
  stableLegacySessionId,
} from '@stormlog/sessions';
import type { LoadContext } from '../load/load-context.ts';
import { parseIsoTimeNs } from './parse-iso-time.ts';
import { member } from './timeline-hints.ts';

/** The place of a timeline's session in its job. */
export interface TimelineIdentity {
  readonly rank: number;
  readonly local_rank: number;
  readonly world_size: number;
}

/**
 * The session of a timeline: the one its bundle's manifest describes or names, else one derived from the file's place
 * (docs/formats/distributed-diagnostics.md §4.3). Whatever is wrong with the manifest, the next source is taken.
 *
 * @param startedAtNs time of the first sample
 */
export async function timelineSummary(
  path: string,
  identity: TimelineIdentity,
  startedAtNs: bigint,
  context: LoadContext,
): Promise<SessionSummary> {
  const manifest = await bundleManifest(path);
  const described = manifest === null ? null : describedSession(manifest);
  if (described !== null) return { ...described, ...identity };
  const named = manifest === null ? null : namedSession(manifest, identity, context);
  if (named !== null) return named;
  return createSessionSummary(
    {
      source: 'stormlog.diagnose.timeline',
      status: 'incomplete',
      session_id: stableLegacySessionId(await resolvePath(path), 'diagnose.timeline'),
      started_at_ns: startedAtNs,
      host: 'unknown',
      pid: -1,
      ...identity,
    },
    context.environment,
  );
}

async function bundleManifest(path: string): Promise<JsonObject | null> {
  const manifest = await orNull(() => readJsonDocument(joinPath(dirname(path), 'manifest.json')));
  return isJsonObject(manifest) ? manifest : null;
}

function describedSession(manifest: JsonObject): SessionSummary | null {
  const session = member(manifest, 'session');
  if (!isJsonObject(session)) return null;
  try {
    return parseSessionSummary(session);
  } catch (error) {
    if (error instanceof StormlogError) return null;
    throw error;
  }
}

function namedSession(manifest: JsonObject, identity: TimelineIdentity, context: LoadContext): SessionSummary | null {
  const sessionId = member(manifest, 'session_id');
  if (typeof sessionId !== 'string' || isBlank(sessionId)) return null;
  const status = statusOf(member(manifest, 'session_status'));
  const created = member(manifest, 'created_iso');
  const startedAtNs = typeof created === 'string' ? parseIsoTimeNs(created) : null;
  return createSessionSummary(
    {
      source: 'stormlog.diagnose.bundle',
      status,
      session_id: sessionId,
      started_at_ns: startedAtNs,
      ended_at_ns: status === 'running' ? null : startedAtNs,
      host: 'unknown',
      pid: -1,
      ...identity,
    },
    context.environment,
  );
}

function statusOf(value: JsonValue | undefined): SessionSummary['status'] {
  try {
    return normalizeSessionStatus(value ?? null);
  } catch (error) {
    if (error instanceof StormlogError) return 'incomplete';
    throw error;
  }
}

async function orNull<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StormlogError) return null;
    throw error;
  }
}
