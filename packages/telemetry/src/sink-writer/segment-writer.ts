import { joinPath } from '@stormlog/files';
import { parentPath } from '../sink/resolve-manifest.ts';
import { onDisk } from './disk-fault.ts';
import { writeWhole } from './replace-whole.ts';
import type { SinkFile, SinkFileOperations } from './sink-file-operations.ts';
import type { LedgerSegment } from './sink-ledger.ts';
import { repairTail } from './tail-repair.ts';

/** Appends to one segment at a time, whole payloads or nothing (docs/formats/sinks.md §10). */
export class SegmentWriter {
  readonly #root: string;
  readonly #operations: SinkFileOperations;
  #open: { readonly filename: string; readonly file: SinkFile } | null = null;
  /** A failed payload that could not be cut off yet. */
  #cutBack: { readonly filename: string; readonly size: number } | null = null;

  constructor(root: string, operations: SinkFileOperations) {
    this.#root = root;
    this.#operations = operations;
  }

  /**
   * Appends a payload and brings it to the disk. When that fails, what was written of it is cut off again, now or before the
   * next payload. May correct the segment's counts before.
   *
   * @throws ArtifactError `file_unwritable`, InvalidRecordError `not_utf8`
   */
  async append(segment: LedgerSegment, payload: Uint8Array): Promise<void> {
    const path = joinPath(this.#root, segment.filename);
    const file = await this.#fileOf(segment, path);
    const size = await onDisk(path, 'look', () => file.size());
    try {
      await writeWhole(file, payload, path);
      await onDisk(path, 'sync', () => file.sync());
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

  async #fileOf(segment: LedgerSegment, path: string): Promise<SinkFile> {
    if (this.#open?.filename === segment.filename) return this.#open.file;
    await this.close();
    const isCut = await this.#finishCutBack(segment.filename);
    if (!isCut) Object.assign(segment, await repairTail(path, this.#operations));
    const file = await onDisk(path, 'open', () => this.#operations.openToAppend(path));
    this.#open = { filename: segment.filename, file };
    try {
      // A file that was just made has to be found after a power loss, too.
      await onDisk(path, 'sync folder', () => this.#operations.syncFolder(parentPath(path)));
    } catch (error) {
      await this.close();
      throw error;
    }
    return file;
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
