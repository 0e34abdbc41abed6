import { writeError } from '../errors/write-error.ts';
import type { OpenFile } from './file-operations.ts';

/** Text is taken in pieces of at most so many characters. */
const TEXT_PIECE = 1024 * 1024;

/** Writes a file from its start to its end; every byte is written or the write rejects. */
export class FileWriter {
  /** Bytes written so far. */
  bytesWritten = 0;
  readonly #file: OpenFile;
  readonly #path: string;

  /** @param path of the file, for errors */
  constructor(file: OpenFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /**
   * Appends bytes, or text as UTF-8.
   *
   * @throws ArtifactError `file_unwritable` with the system code
   */
  async write(content: Uint8Array | string): Promise<void> {
    if (typeof content !== 'string') return await this.#writeAll(content);
    for (let start = 0; start < content.length; ) {
      let end = Math.min(start + TEXT_PIECE, content.length);
      // A pair of surrogates is one character and stays together.
      if (end < content.length && (content.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
      await this.#writeAll(Buffer.from(content.slice(start, end), 'utf8'));
      start = end;
    }
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const written = await this.#writeSome(bytes, done);
      done += written;
      this.bytesWritten += written;
    }
  }

  async #writeSome(bytes: Uint8Array, from: number): Promise<number> {
    let written: number;
    try {
      ({ bytesWritten: written } = await this.#file.write(bytes, from, bytes.length - from, this.bytesWritten));
    } catch (error) {
      throw writeError(error, this.#path, 'write');
    }
    // A write that takes nothing and says nothing would be tried for ever.
    if (written <= 0) throw writeError(new Error('nothing was written'), this.#path, 'write');
    return written;
  }
}
