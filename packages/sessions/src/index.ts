export { finalizeSessionSummary, type SessionChanges, updateSessionSummary } from './change-session-summary.ts';
export { createSessionSummary, type NewSessionFields } from './create-session-summary.ts';
export { type Environment, systemEnvironment } from './environment.ts';
export { type BootIdSources, hostBootId } from './host-boot-id.ts';
export { type InferSessionOptions, inferSessionSummary, type SessionEvent } from './infer-session-summary.ts';
export { stableLegacySessionId } from './legacy-session-id.ts';
export { parseSessionSummary } from './parse-session-summary.ts';
export {
  compareSessionSummaries,
  type LoadedSessionLike,
  type SessionLike,
  selectDefaultLoadedSession,
  selectDefaultSession,
  sortSessionSummaries,
} from './select-session.ts';
export { normalizeSessionStatus, SESSION_STATUSES, type SessionStatus } from './session-status.ts';
export { type SessionSummary, sessionSummarySchema, sessionSummaryToRecord } from './session-summary.ts';
