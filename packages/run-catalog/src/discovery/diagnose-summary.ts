import { InvalidRecordError, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { parseSessionSummary, type SessionSummary } from '@stormlog/sessions';
import { member, textOrNull } from '../sidecar/lenient-fields.ts';

/** The session that a diagnose bundle is about, as far as its manifest says; null when it does not. */
export function diagnoseSummary(manifest: JsonObject): SessionSummary | null {
  const session = member(manifest, 'session');
  const own = isJsonObject(session) ? summaryOrNull(session) : null;
  if (own !== null) return own;
  const sessionId = textOrNull(member(manifest, 'session_id'));
  if (sessionId === null) return null;
  const status = member(manifest, 'session_status');
  return summaryOrNull({
    session_id: sessionId,
    status: status === undefined ? 'incomplete' : status,
    started_at_ns: 0,
    host: 'unknown',
    source: 'stormlog.diagnose',
  });
}

function summaryOrNull(payload: JsonValue): SessionSummary | null {
  try {
    return parseSessionSummary(payload);
  } catch (error) {
    if (error instanceof InvalidRecordError) return null;
    throw error;
  }
}
