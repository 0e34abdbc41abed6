export { TraceFileCollector, type TraceFileCollectorOptions } from './collector/trace-file-collector.ts';
export { parseServerSampler, type ServerSampler } from './context/server-sampler.ts';
export {
  derivedTraceIds,
  keepsTrace,
  newTraceIds,
  parseTraceparent,
  type TraceIds,
  type TraceParentPolicy,
  traceparent,
} from './context/trace-ids.ts';
export { bindDeviceUuids, type DeviceUuids, parseDeviceUuids, type UuidsByOrdinal } from './devices/device-uuids.ts';
export { type ImportTracesOptions, importTracesIntoArtifact } from './import/import-traces-into-artifact.ts';
export { mergeIntervals } from './intervals/merge-intervals.ts';
export { type ImportKinetoOptions, importKinetoTrace } from './kineto/import-kineto-trace.ts';
export { loadKinetoTrace } from './kineto/load-kineto-trace.ts';
export type { ReadTraceOptions } from './kineto/trace-bytes.ts';
export { loadNsysSqlite } from './nsys/load-nsys-sqlite.ts';
export { iterationRangeName, parseIterationRange } from './ranges/iteration-range.ts';
export type { TraceDetail } from './trace/activity-groups.ts';
export { type CaptureTraceOptions, captureTrace, TRACE_CAPABILITIES } from './trace/capture-trace.ts';
export type { GpuEvents, GpuKind, GpuTrace, LaunchCalls, TraceDevice } from './trace/gpu-trace.ts';
export { type TraceProcesses, type WorkerBinding, type WorkerEpoch, WorkerIndex } from './workers/worker-index.ts';
