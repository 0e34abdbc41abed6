import { JsonValue, InvalidRecordError, StormlogError, ArtifactError } from '@stormlog/records';
import { Environment } from '@stormlog/sessions';
type FileSource = string | {
    readonly name: string;
    readonly stream: AsyncIterable<Uint8Array>;
};
interface ReadProgress {
    readonly bytes: number;
        readonly totalBytes: number | null;
}
interface ReadOptions {
        readonly signal?: AbortSignal | undefined;
        readonly chunkBytes?: number | undefined;
        readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}
interface DocumentElement {
        readonly key: string | null;
        readonly index: number;
        readonly line: number;
        readonly offset: number;
    readonly value: JsonValue;
}
interface DocumentElementFault extends Omit<DocumentElement, 'value'> {
    readonly bytes: number;
    readonly error: InvalidRecordError;
}
interface JsonDocumentHandlers {
        onDocument?(kind: 'array' | 'object' | 'other'): void;
        onArray?(key: string | null): void;
    onElement(element: DocumentElement): void;
        onMember?(key: string, value: JsonValue): void;
        onValue?(value: JsonValue): void;
        onFault?(fault: DocumentElementFault): void;
}
interface StreamJsonDocumentOptions extends ReadOptions {
        readonly bigIntField?: string | undefined;
        readonly elementKeys?: readonly string[] | undefined;
        readonly skipByteOrderMark?: boolean | undefined;
        readonly maxElementBytes?: number | undefined;
}
declare function streamJsonDocument(source: FileSource, handlers: JsonDocumentHandlers, options?: StreamJsonDocumentOptions): Promise<void>;
interface JsonDocumentOptions extends StreamJsonDocumentOptions {
        readonly maxBytes?: number | undefined;
}
declare function readJsonDocument(source: FileSource, options?: JsonDocumentOptions): Promise<JsonValue>;
declare function systemError(error: unknown, path: string, stage: string): StormlogError;
declare function writeError(error: unknown, path: string, stage: string): StormlogError;
interface ByteChunksOptions extends ReadOptions {
        readonly fromOffset?: number | undefined;
}
interface CutLines {
    readonly buffer: Buffer;
        readonly starts: number[];
    readonly ends: number[];
        readonly lines: number[];
        readonly base: number;
        readonly overlong: OverlongLine[];
        terminated: boolean;
}
interface OverlongLine {
    readonly line: number;
    readonly offset: number;
    readonly bytes: number;
    readonly terminated: boolean;
}
interface LineOptions extends ByteChunksOptions {
        readonly maxLineBytes?: number | undefined;
        readonly firstLine?: number | undefined;
}
interface LineBatch extends CutLines {
        readonly bytes: number;
        readonly totalBytes: number | null;
}
declare function readLineBatches(source: FileSource, options?: LineOptions): AsyncGenerator<LineBatch, void, undefined>;
interface JsonLineOptions extends LineOptions {
        readonly bigIntField?: string | undefined;
        readonly skipByteOrderMark?: boolean | undefined;
}
interface LineFault {
        readonly line: number;
        readonly offset: number;
        readonly bytes: number;
        readonly terminated: boolean;
    readonly error: InvalidRecordError | ArtifactError;
}
interface JsonLineBatch {
    readonly values: JsonValue[];
        readonly lines: number[];
        readonly offsets: number[];
    readonly faults: LineFault[];
    readonly blankLines: number;
        readonly bytes: number;
        readonly totalBytes: number | null;
}
declare function readJsonLineBatches(source: FileSource, options?: JsonLineOptions): AsyncGenerator<JsonLineBatch, void, undefined>;
interface JsonLine {
    readonly line: number;
    readonly offset: number;
    readonly value: JsonValue;
}
declare function readJsonLines(source: FileSource, options?: JsonLineOptions): AsyncGenerator<JsonLine, void, undefined>;
type FollowOptions = Omit<JsonLineOptions, 'fromOffset' | 'firstLine'>;
type FollowedLines = {
    readonly kind: 'lines';
    readonly batch: JsonLineBatch;
}
 | {
    readonly kind: 'restarted';
};
declare class JsonLineFollower {
    #private;
    readonly path: string;
    constructor(path: string, options?: FollowOptions);
        get position(): number;
        readNew(): AsyncGenerator<FollowedLines, void, undefined>;
}
interface FileLockOptions {
    readonly environment?: Environment | undefined;
        readonly deadlineMs?: number | undefined;
        readonly signal?: AbortSignal | undefined;
        readonly refuseLiving?: boolean | undefined;
}
interface HeldFileLock {
        check(): Promise<void>;
}
interface AcquiredFileLock extends HeldFileLock, AsyncDisposable {
        release(): Promise<void>;
}
declare function withFileLock<Result>(path: string, options: FileLockOptions, work: (lock: HeldFileLock) => Promise<Result>): Promise<Result>;
declare function releaseAfter<Result>(lock: AcquiredFileLock, named: {
    readonly path: string;
    readonly stage: string;
}, work: (lock: HeldFileLock) => Promise<Result>): Promise<Result>;
declare function acquireFileLock(path: string, options?: FileLockOptions): Promise<AcquiredFileLock>;
declare function comparePaths(left: string, right: string): number;
declare function pathName(path: string): string;
declare function pathSuffix(path: string): string;
declare function printablePath(path: string): string;
declare function resolvePath(path: string): Promise<string>;
declare function spellPath(path: string): string;
declare function joinPath(...parts: readonly string[]): string;
interface OpenFile {
    write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{
        readonly bytesWritten: number;
    }>;
    stat(): Promise<{
        readonly size: number;
        readonly ino: number;
        readonly mode: number;
    }>;
    chmod(mode: number): Promise<void>;
    sync(): Promise<void>;
    close(): Promise<void>;
}
interface FileOperations {
        open(path: string, flags: 'r' | 'r+'): Promise<OpenFile>;
}
declare class FileWriter {
    #private;
        bytesWritten: number;
        constructor(file: OpenFile, path: string);
        write(content: Uint8Array | string): Promise<void>;
}
interface ReplaceFileOptions {
        readonly sync?: boolean | undefined;
        readonly operations?: FileOperations | undefined;
}
declare function replaceFile(path: string, write: (writer: FileWriter) => Promise<void>, options?: ReplaceFileOptions): Promise<void>;
interface StagedFile {
        readonly bytes: number;
        commit(): Promise<void>;
        discard(): Promise<void>;
}
declare function stageFile(path: string, write: (writer: FileWriter) => Promise<void>, options?: ReplaceFileOptions): Promise<StagedFile>;
declare function otherEncoding(bytes: Uint8Array): string | null;
interface TextOptions extends ReadOptions {
        readonly skipByteOrderMark?: boolean | undefined;
}
declare function readTextChunks(source: FileSource, options?: TextOptions): AsyncGenerator<string, void, undefined>;
export { type AcquiredFileLock, type DocumentElement, type DocumentElementFault, type FileLockOptions, type FileOperations, type FileSource, FileWriter, type FollowOptions, type FollowedLines, type HeldFileLock, type JsonDocumentHandlers, type JsonDocumentOptions, type JsonLine, type JsonLineBatch, JsonLineFollower, type JsonLineOptions, type LineBatch, type LineFault, type LineOptions, type OpenFile, type ReadOptions, type ReadProgress, type ReplaceFileOptions, type StagedFile, type StreamJsonDocumentOptions, type TextOptions, acquireFileLock, comparePaths, joinPath, otherEncoding, pathName, pathSuffix, printablePath, readJsonDocument, readJsonLineBatches, readJsonLines, readLineBatches, readTextChunks, releaseAfter, replaceFile, resolvePath, spellPath, stageFile, streamJsonDocument, systemError, withFileLock, writeError };
