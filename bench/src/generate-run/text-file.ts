import { closeSync, openSync, writeSync } from 'node:fs';

const BATCH_CHARACTERS = 1 << 20;

/** A file that grows by lines of ASCII text, written in batches of about a megabyte. */
export class TextFile {
  readonly #descriptor: number;
  #batch = '';
  #written = 0;

  constructor(path: string, mode: 'replace' | 'append' = 'replace') {
    this.#descriptor = openSync(path, mode === 'append' ? 'a' : 'w');
  }

  /** Bytes given so far; the text is ASCII. */
  get bytes(): number {
    return this.#written + this.#batch.length;
  }

  add(text: string): void {
    this.#batch += text;
    if (this.#batch.length >= BATCH_CHARACTERS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#batch, 'latin1');
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    this.#written += bytes.length;
    this.#batch = '';
  }
}
