/** A place to write text to. */
export interface TextOutput {
  /** Resolves when more may be written; text for a reader that has gone away is dropped without an error. */
  write(text: string): Promise<void>;
  readonly isTerminal: boolean;
  /** Columns of the terminal; null when there is none. */
  readonly columns: number | null;
  /** Lines of the terminal; null or absent when there is none. */
  readonly rows?: number | null | undefined;
}

/** Everything a command may touch of the process it runs in. */
export interface CommandIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Only the command's own output. */
  readonly stdout: TextOutput;
  /** Messages and progress. */
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the person at the keyboard gives up. */
  readonly signal?: AbortSignal | undefined;
}
