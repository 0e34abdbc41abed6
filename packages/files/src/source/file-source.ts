/**
 * Where bytes come from: a file's path (names that end in `.gz` are unpacked on the way), or a stream with a name for
 * messages, such as `{ name: '-', stream: process.stdin }`.
 */
export type FileSource = string | { readonly name: string; readonly stream: AsyncIterable<Uint8Array> };

/** How far a reader has got, in bytes of the file itself (of the packed ones, when it is packed). */
export interface ReadProgress {
  readonly bytes: number;
  /** Null when it cannot be known, as for a stream. */
  readonly totalBytes: number | null;
}

/** What every reader of this package takes. */
export interface ReadOptions {
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes read at a time (default 256 KiB). */
  readonly chunkBytes?: number | undefined;
  /** Called after every chunk. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** The name that errors and reports give a source. */
export function sourceName(source: FileSource): string {
  return typeof source === 'string' ? source : source.name;
}
