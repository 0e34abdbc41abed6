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
export { mergeIntervals } from './intervals/merge-intervals.ts';
export { iterationRangeName, parseIterationRange } from './ranges/iteration-range.ts';
export { type TraceProcesses, type WorkerBinding, type WorkerEpoch, WorkerIndex } from './workers/worker-index.ts';
