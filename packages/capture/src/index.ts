export { type CaptureCapabilities, captureCapabilities } from './protocol/capture-capabilities.ts';
export type { CaptureSession } from './protocol/capture-session.ts';
export type {
  CaptureContext,
  Collected,
  EngineAdapter,
  EngineCapture,
  TraceCapture,
  TraceCollector,
} from './protocol/components.ts';
export { type TraceAttachment, type TraceAttachmentInput, traceAttachment } from './protocol/trace-attachment.ts';
export { InferenceArtifactWriter } from './writer/inference-artifact-writer.ts';
export type { RowTransport } from './writer/row-encoder.ts';
export {
  SYSTEM_WRITER_FILE_OPERATIONS,
  type WritableArtifact,
  type WriterFileOperations,
} from './writer/writer-file-operations.ts';
export type { InferenceArtifactWriterOptions, SyncPolicy } from './writer/writer-options.ts';
export type { InferenceArtifactWriterStats } from './writer/writer-stats.ts';
