import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ContextRegistry } from '@stormlog/correlation-events';
import { pathSuffix, writeError } from '@stormlog/files';
import { ArtifactError, type StormlogError } from '@stormlog/records';
import type { LineChunk } from './line-chunks.ts';
import { readArtifactTail } from './read-tail.ts';
import type { WritableArtifact, WriterFileOperations } from './writer-file-operations.ts';

const LINE_END = Buffer.from('\n');

/**
 * The artifact that a writer has open. Only whole lines count: what was written of a chunk that did not arrive as a whole
 * is cut off again, now or before the next one (docs/formats/recording.md §3).
 */
export class ArtifactFile {
  readonly path: string;
  readonly #operations: WriterFileOperations;
  readonly #syncs: boolean;
  #file: WritableArtifact | null = null;
  /** Where the last good line ends. */
  #end = 0;
  /** Something may stand behind the last good line. */
  #needsCut = false;

  /** @param syncs bring every chunk to the disk before it counts as written */
  constructor(path: string, operations: WriterFileOperations, syncs: boolean) {
    this.path = path;
    this.#operations = operations;
    this.#syncs = syncs;
  }

  /** Where the last good line ends, in bytes. */
  get size(): number {
    return this.#end;
  }

  /**
   * Opens the file, making it if need be, and goes on after its last line.
   *
   * @returns the contexts that it defines
   * @throws ArtifactError `artifact_torn`, `not_a_file`, or what kept one from opening it
   */
  async open(): Promise<ContextRegistry> {
    await this.#ensureOpen();
    try {
      const tail = await readArtifactTail(this.path);
      this.#end = tail.size;
      if (tail.lacksLineEnd) await this.#write(LINE_END, 1);
      return tail.registry;
    } catch (error) {
      await this.close().catch(() => undefined);
      throw error;
    }
  }

  /** @returns how many chunks, from the first, are in the file now, and what kept the others out */
  async append(
    chunks: readonly LineChunk[],
  ): Promise<{ readonly written: number; readonly error: StormlogError | null }> {
    const start = this.#end;
    let written = 0;
    let failure: StormlogError | null = null;
    try {
      await this.#ensureOpen();
      if (this.#needsCut) await this.#cut();
      for (const chunk of chunks) {
        await this.#write(chunk.bytes, chunk.used);
        written++;
      }
    } catch (error) {
      failure = writeError(error, this.path, 'write');
    }
    if (written > 0 && this.#syncs) {
      try {
        await this.sync();
      } catch (error) {
        // What the disk has of it is not known: all of it is written anew.
        this.#end = start;
        this.#needsCut = true;
        return { written: 0, error: failure ?? writeError(error, this.path, 'sync') };
      }
    }
    if (failure !== null) await this.#cut().catch(() => undefined);
    return { written, error: failure };
  }

  /** Brings what was written to the disk. */
  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  /**
   * Gives the file the next free number in its name and goes on with an empty one. When it cannot be renamed, nothing has
   * changed.
   *
   * @param sync bring both files' names and the old one's content to the disk
   * @returns the path of the full file
   */
  async rotate(sync: boolean): Promise<string> {
    const folder = dirname(this.path);
    const target = await this.#freeName(folder);
    if (sync) await this.sync();
    await this.#operations.rename(this.path, target);
    const file = this.#file;
    this.#file = null;
    this.#end = 0;
    this.#needsCut = false;
    await file?.close();
    await this.#ensureOpen();
    if (sync) await this.#operations.syncFolder(folder);
    return target;
  }

  /** Closes the file, cutting off what does not belong there. */
  async close(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    try {
      if (this.#needsCut) await this.#cut();
    } finally {
      this.#file = null;
      await file.close();
    }
  }

  async #ensureOpen(): Promise<void> {
    if (this.#file !== null) return;
    try {
      const file = await this.#operations.openArtifact(this.path);
      if (((await file.stat()).mode & constants.S_IFMT) !== constants.S_IFREG) {
        await file.close();
        throw new ArtifactError('not_a_file', 'this is not a file, and is not written to', {
          path: this.path,
          stage: 'open',
        });
      }
      this.#file = file;
    } catch (error) {
      throw writeError(error, this.path, 'open');
    }
  }

  async #write(bytes: Uint8Array, length: number): Promise<void> {
    this.#needsCut = true;
    for (let done = 0; done < length; ) {
      const { bytesWritten } = await this.#opened().write(bytes, done, length - done, this.#end + done);
      // A write that takes nothing and says nothing would be tried for ever.
      if (bytesWritten <= 0) throw writeError(new Error('nothing was written'), this.path, 'write');
      done += bytesWritten;
    }
    this.#end += length;
    this.#needsCut = false;
  }

  async #cut(): Promise<void> {
    await this.#opened().truncate(this.#end);
    this.#needsCut = false;
  }

  #opened(): WritableArtifact {
    if (this.#file === null) throw writeError(new Error('not open'), this.path, 'write');
    return this.#file;
  }

  /** `engine.jsonl` becomes `engine.1.jsonl`, the next one `engine.2.jsonl`. */
  async #freeName(folder: string): Promise<string> {
    const suffix = pathSuffix(this.path);
    const name = basename(this.path);
    const stem = name.slice(0, name.length - suffix.length);
    let last = 0;
    for (const other of await this.#operations.list(folder)) {
      if (!other.startsWith(`${stem}.`) || !other.endsWith(suffix)) continue;
      const digits = other.slice(stem.length + 1, other.length - suffix.length);
      if (/^[1-9]\d{0,14}$/.test(digits)) last = Math.max(last, Number(digits));
    }
    return join(folder, `${stem}.${last + 1}${suffix}`);
  }
}
