export {
  type AttachmentStorage,
  attachmentStorageOrDefault,
  attachmentStorageOrNull,
} from './envelope/attachment-storage.ts';
export { RUN_ENVELOPE_FILENAME, RUN_ENVELOPE_FORMAT, RUN_ENVELOPE_SCHEMA_VERSION } from './envelope/envelope-names.ts';
export {
  checkRunEnvelope,
  isRunEnvelope,
  type ParseRunEnvelopeOptions,
  parseRunEnvelope,
} from './envelope/parse-run-envelope.ts';
export { type ReadRunEnvelopeOptions, readRunEnvelope } from './envelope/read-run-envelope.ts';
export type { RunAttachment, RunEnvelope, RunSessionReference } from './envelope/run-envelope.ts';
export {
  type RunAttachmentRecord,
  type RunEnvelopeRecord,
  type RunSessionReferenceRecord,
  runAttachmentRecordSchema,
  runEnvelopeRecordSchema,
  runSessionReferenceRecordSchema,
} from './envelope/run-envelope-record.ts';
export { runEnvelopeText, type UpdateRunEnvelopeOptions, updateRunEnvelope } from './envelope/update-run-envelope.ts';
export { PathResolver } from './paths/path-resolver.ts';
