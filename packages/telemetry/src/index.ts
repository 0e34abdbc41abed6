export type { TelemetryEvent } from './event/telemetry-event.ts';
export type { LoadedSession, LoadNotice, LoadReport } from './load/loaded-session.ts';
