import { stableLegacySessionId } from '@stormlog/sessions';
import type { DistributedSession } from '../load/artifact-load-result.ts';
import { mergeSessions, sortedUnion } from './merge-sessions.ts';

/**
 * One session of files whose records name none, with an id that depends on where all of them lie
 * (docs/formats/distributed-diagnostics.md §5.4).
 */
export function mergeFlatLegacy(sessions: readonly DistributedSession[]): DistributedSession {
  const sources = sortedUnion(sessions.map((session) => session.sources_loaded));
  return mergeSessions(sessions, {
    session_id: stableLegacySessionId('distributed.legacy', ...sources),
    source: 'stormlog.diagnostics.legacy',
  });
}
