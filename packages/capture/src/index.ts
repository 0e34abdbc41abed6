export { appendInferenceCapture } from './append/append-inference-capture.ts';
export type { AppendCaptureOptions, AppendedCapture, AppendProgress } from './append/append-options.ts';
export { CAPTURE_PRODUCER } from './append/capability-events.ts';
export { CAPTURE_STAGES, type CaptureStage } from './append/capture-stage.ts';
export { linkTraceActivities } from './link/link-trace-activities.ts';
export { type CaptureCapabilities, captureCapabilities } from './protocol/capture-capabilities.ts';
export type { CaptureSession } from './protocol/capture-session.ts';
export { combineTraceCollectors } from './protocol/combine-trace-collectors.ts';
export type {
  CaptureContext,
  Collected,
  EngineAdapter,
  EngineCapture,
  TraceCapture,
  TraceCollector,
} from './protocol/components.ts';
export { type TraceAttachment, type TraceAttachmentInput, traceAttachment } from './protocol/trace-attachment.ts';
export { EngineRecorder, TRACE_CONTEXT_PRODUCER } from './recorder/engine-recorder.ts';
export type { EngineRecorderOptions, RecorderContext, RedactedEvent } from './recorder/recorder-options.ts';
export type { EngineRecorderStats } from './recorder/recorder-stats.ts';
export { type RequestSampler, type SampledRequest, shareSampler } from './recorder/sampling.ts';
export type {
  IterationEnd,
  IterationFields,
  MemberFields,
  RequestEnd,
  RequestFields,
  SizeFields,
  StageEnd,
  StageFields,
} from './recorder/span-fields.ts';
export { IterationSpan, RequestSpan, type StageOwner, StageSpan } from './recorder/spans.ts';
export { parseTraceParent, type TraceParent } from './recorder/trace-parent.ts';
export {
  type RepairArtifactOptions,
  type RepairedArtifact,
  repairInferenceArtifact,
} from './repair/repair-inference-artifact.ts';
export { InferenceArtifactWriter } from './writer/inference-artifact-writer.ts';
export type { RowTransport } from './writer/row-encoder.ts';
export {
  SYSTEM_WRITER_FILE_OPERATIONS,
  type WritableArtifact,
  type WriterFileOperations,
} from './writer/writer-file-operations.ts';
export type { InferenceArtifactWriterOptions, SyncPolicy } from './writer/writer-options.ts';
export type { InferenceArtifactWriterStats } from './writer/writer-stats.ts';
