export { type JsonDocumentOptions, readJsonDocument } from './documents/json-document.ts';
export {
  type DocumentElement,
  type DocumentElementFault,
  type JsonDocumentHandlers,
  type StreamJsonDocumentOptions,
  streamJsonDocument,
} from './documents/stream-json-document.ts';
export { systemError } from './errors/system-error.ts';
export { writeError } from './errors/write-error.ts';
export {
  type JsonLine,
  type JsonLineBatch,
  type JsonLineOptions,
  type LineFault,
  readJsonLineBatches,
  readJsonLines,
} from './lines/json-line-batches.ts';
export { type FollowedLines, type FollowOptions, JsonLineFollower } from './lines/json-line-follower.ts';
export { type LineBatch, type LineOptions, readLineBatches } from './lines/line-batches.ts';
export {
  type AcquiredFileLock,
  acquireFileLock,
  type FileLockOptions,
  type HeldFileLock,
  releaseAfter,
  withFileLock,
} from './locks/with-file-lock.ts';
export { comparePaths } from './paths/compare-paths.ts';
export { pathName, pathSuffix } from './paths/path-name.ts';
export { printablePath } from './paths/printable-path.ts';
export { resolvePath } from './paths/resolve-path.ts';
export { joinPath, spellPath } from './paths/spell-path.ts';
export type { FileOperations, OpenFile } from './replace/file-operations.ts';
export type { FileWriter } from './replace/file-writer.ts';
export { type ReplaceFileOptions, replaceFile } from './replace/replace-file.ts';
export { type StagedFile, stageFile } from './replace/stage-file.ts';
export type { FileSource, ReadOptions, ReadProgress } from './source/file-source.ts';
export { otherEncoding } from './text/other-encoding.ts';
export { readTextChunks, type TextOptions } from './text/text-chunks.ts';
