import { joinPath } from '@stormlog/files';
import { parentPath } from '../sink/resolve-manifest.ts';
import { onDisk } from './disk-fault.ts';
import { writeWhole } from './replace-whole.ts';
import type { SinkFile, SinkFileOperations } from './sink-file-operations.ts';
import type { LedgerSegment } from './sink-ledger.ts';
import { repairTail } from './tail-repair.ts';

interface OpenSegment {
  readonly filename: string;
  readonly file: SinkFile;
  /** After the last payload; null when it has to be asked for. */
  size: number | null;
}

/** Appends to one segment at a time, whole payloads or nothing (docs/formats/sinks.md §10). */
export class SegmentWriter {
  readonly #root: string;
  readonly #operations: SinkFileOperations;
  readonly #isAlone: boolean;
  #open: OpenSegment | null = null;
  /** A failed payload that could not be cut off yet. */
  #cutBack: { readonly filename: string; readonly size: number } | null = null;

  /** @param options `isAlone`: nobody else appends to the segments, so that their size need not be asked for */
  constructor(root: string, operations: SinkFileOperations, options: { readonly isAlone: boolean }) {
    this.#root = root;
    this.#operations = operations;
    this.#isAlone = options.isAlone;
  }

  /**
   * Appends a payload and brings it to the disk. When that fails, what was written of it is cut off again, now or before the
   * next payload. May correct the segment's counts before.
   *
   * @throws ArtifactError `file_unwritable`, InvalidRecordError `not_utf8`
   */
  async append(segment: LedgerSegment, payload: Uint8Array): Promise<void> {
    const path = joinPath(this.#root, segment.filename);
    const open = await this.#opened(segment, path);
    const { file } = open;
    const size = (this.#isAlone ? open.size : null) ?? (await onDisk(path, 'look', () => file.size()));
    open.size = null;
    try {
      await writeWhole(file, payload, path);
      await onDisk(path, 'sync', () => file.sync());
      open.size = size + payload.length;
    } catch (error) {
      await this.#cut(segment.filename, file, size);
      throw error;
    }
  }

  /** Closes the file; nothing more is appended to this segment unless it is opened again. */
  async close(): Promise<void> {
    const file = this.#open?.file;
    this.#open = null;
    await file?.close().catch(() => undefined);
  }

  async #opened(segment: LedgerSegment, path: string): Promise<OpenSegment> {
    if (this.#open?.filename === segment.filename) return this.#open;
    await this.close();
    const isCut = await this.#finishCutBack(segment.filename);
    if (!isCut) Object.assign(segment, await repairTail(path, this.#operations));
    const file = await onDisk(path, 'open', () => this.#operations.openToAppend(path));
    const open: OpenSegment = { filename: segment.filename, file, size: null };
    this.#open = open;
    try {
      // A file that was just made has to be found after a power loss, too.
      await onDisk(path, 'sync folder', () => this.#operations.syncFolder(parentPath(path)));
    } catch (error) {
      await this.close();
      throw error;
    }
    return open;
  }

  async #cut(filename: string, file: SinkFile, size: number): Promise<void> {
    try {
      await file.truncate(size);
    } catch {
      this.#cutBack = { filename, size };
      await this.close();
    }
  }

  /** @returns true when the segment of this name ends where its counts say */
  async #finishCutBack(filename: string): Promise<boolean> {
    const pending = this.#cutBack;
    if (pending === null) return false;
    const path = joinPath(this.#root, pending.filename);
    const size = await onDisk(path, 'look', () => this.#operations.size(path));
    const isThere = size !== null && size >= pending.size;
    if (isThere) await onDisk(path, 'truncate', () => this.#operations.truncate(path, pending.size));
    this.#cutBack = null;
    return isThere && pending.filename === filename;
  }
}
