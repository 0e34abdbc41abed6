export { SESSION_STATUSES, type SessionStatus, type SessionSummary } from './session-summary.ts';
