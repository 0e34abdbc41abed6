import { type FileHandle, open } from 'node:fs/promises';
import { ArtifactError } from '@stormlog/records';
import { systemError } from '../errors/system-error.ts';
import type { JsonLineBatch, JsonLineOptions } from './json-line-batches.ts';
import { JsonLineReader } from './json-line-reader.ts';
import { DEFAULT_MAX_LINE_BYTES } from './line-batches.ts';
import { LineCutter } from './line-cutter.ts';

const DEFAULT_CHUNK_BYTES = 256 * 1024;
/** So many bytes before the place read to must still be what they were. */
const TAIL_BYTES = 64;

/** Options of {@link JsonLineFollower}. */
export type FollowOptions = Omit<JsonLineOptions, 'fromOffset' | 'firstLine'>;

/** What a look at a growing file found. */
export type FollowedLines =
  | { readonly kind: 'lines'; readonly batch: JsonLineBatch }
  /** The file is another one, or was cut: what came of it before is void, and it is read from its start. */
  | { readonly kind: 'restarted' };

interface LinePlace {
  readonly number: number;
  readonly offset: number;
  readonly before: Buffer;
}

const NO_BYTES = Buffer.alloc(0);
const START: LinePlace = { number: 1, offset: 0, before: NO_BYTES };

interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * Reads a JSON Lines file while it grows: each look gives the lines that have been completed since the one before, and
 * reads no byte twice. A last line without its line end is never given, however whole it looks; it is kept until the rest
 * has come (docs/formats/following.md §1). Not for packed files.
 */
export class JsonLineFollower {
  readonly path: string;
  readonly #options: FollowOptions;
  #reader: JsonLineReader;
  #identity: FileIdentity | null = null;
  /** Bytes read; those of a line that is not complete are held by the cutter. */
  #position = 0;
  #cutter: LineCutter | null = null;
  /** The line that is not complete: its number, where it starts, and the bytes before it. */
  #line = START;
  /** The bytes before the position. */
  #tail: Buffer = NO_BYTES;

  constructor(path: string, options: FollowOptions = {}) {
    this.path = path;
    this.#options = options;
    this.#reader = new JsonLineReader(path, options);
  }

  /** Bytes of the file that have been read. */
  get position(): number {
    return this.#position;
  }

  /**
   * Reads to the end that the file has now.
   *
   * @throws ArtifactError `file_missing`, `file_unreadable`, `not_a_file`; the next look goes on where this one stopped
   */
  async *readNew(): AsyncGenerator<FollowedLines, void, undefined> {
    this.#options.signal?.throwIfAborted();
    const handle = await this.#open();
    try {
      const { dev, ino, size } = await this.#stat(handle);
      const isSame = this.#identity === null || (this.#identity.dev === dev && this.#identity.ino === ino);
      this.#identity = { dev, ino };
      if (!isSame || !(await this.#holds(handle, size, this.#position, this.#tail))) {
        // A writer that could not finish a record takes it back, and no line that was given is touched.
        const { offset, before } = this.#line;
        const isRecordTakenBack = isSame && (await this.#holds(handle, size, offset, before));
        this.#goBack(isRecordTakenBack ? this.#line : START);
        if (!isRecordTakenBack) yield { kind: 'restarted' };
      }
      yield* this.#readTo(handle, size);
    } finally {
      await handle.close();
    }
  }

  async *#readTo(handle: FileHandle, size: number): AsyncGenerator<FollowedLines, void, undefined> {
    const { signal, onProgress, maxLineBytes = DEFAULT_MAX_LINE_BYTES } = this.#options;
    const chunkBytes = Math.min(this.#options.chunkBytes ?? DEFAULT_CHUNK_BYTES, Math.max(1, size - this.#position));
    const chunk = Buffer.allocUnsafe(chunkBytes);
    while (this.#position < size) {
      const length = Math.min(chunk.length, size - this.#position);
      const bytes = await this.#read(handle, chunk.subarray(0, length), this.#position);
      if (bytes.length === 0) break;
      this.#cutter ??= new LineCutter({ maxLineBytes, fromOffset: this.#position, firstLine: this.#line.number });
      const cut = this.#cutter.push(bytes);
      this.#advance(bytes, this.#cutter);
      onProgress?.({ bytes: this.#position, totalBytes: size });
      const batch = this.#reader.read(Object.assign(cut, { bytes: this.#position, totalBytes: size }));
      yield { kind: 'lines', batch };
      signal?.throwIfAborted();
    }
    // Between looks only what is held of a line costs memory.
    if (this.#line.offset === this.#position) this.#cutter = null;
  }

  #advance(bytes: Buffer, cutter: LineCutter): void {
    const recent = Buffer.concat([this.#tail, bytes]);
    this.#position += bytes.length;
    this.#tail = Buffer.from(recent.subarray(-TAIL_BYTES));
    const offset = cutter.unfinishedFrom;
    if (offset === this.#line.offset) return;
    const end = recent.length - (this.#position - offset);
    const before = Buffer.from(recent.subarray(Math.max(0, end - TAIL_BYTES), end));
    this.#line = { number: cutter.nextLine, offset, before };
  }

  #goBack(line: LinePlace): void {
    if (line === START) this.#reader = new JsonLineReader(this.path, this.#options);
    this.#line = line;
    this.#position = line.offset;
    this.#tail = line.before;
    this.#cutter = null;
  }

  /** True when the file reaches to an offset and still has these bytes before it. */
  async #holds(handle: FileHandle, size: number, offset: number, before: Buffer): Promise<boolean> {
    if (size < offset) return false;
    if (before.length === 0 || size === this.#position) return true;
    return before.equals(await this.#read(handle, Buffer.alloc(before.length), offset - before.length));
  }

  async #open(): Promise<FileHandle> {
    try {
      return await open(this.path, 'r');
    } catch (error) {
      throw systemError(error, this.path, 'open');
    }
  }

  async #stat(handle: FileHandle): Promise<FileIdentity & { readonly size: number }> {
    try {
      const stats = await handle.stat({ bigint: true });
      if (stats.isFile()) return { dev: stats.dev, ino: stats.ino, size: Number(stats.size) };
    } catch (error) {
      throw systemError(error, this.path, 'open');
    }
    throw new ArtifactError('not_a_file', 'only a plain file can be followed', { path: this.path, stage: 'open' });
  }

  async #read(handle: FileHandle, into: Buffer, position: number): Promise<Buffer> {
    try {
      const { bytesRead } = await handle.read(into, 0, into.length, position);
      return into.subarray(0, bytesRead);
    } catch (error) {
      throw systemError(error, this.path, 'read');
    }
  }
}
