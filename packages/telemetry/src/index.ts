export { parsePythonLiteral } from './csv/python-literal.ts';
export type { TelemetryEvent } from './event/telemetry-event.ts';
export type { LoadDocumentOptions, LoadOptions, LoadProgress } from './load/load-options.ts';
export { type LoadNotice, type LoadReport, MAX_NOTICES, type NoticeSink } from './load/load-report.ts';
export type { LoadedSession } from './load/loaded-session.ts';
export { readSinkManifest, type SinkManifest, type SinkManifestOptions, type SinkSegment } from './sink/manifest.ts';
export { resolveSinkManifestPath } from './sink/resolve-manifest.ts';
export { resolveSinkSegmentPaths } from './sink/resolve-segments.ts';
