import type { TextOutput } from './command-io.ts';

/** The part of a writable stream of Node that is needed here. */
export interface WritableLike {
  write(text: string, done?: () => void): boolean;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  removeListener(event: 'drain' | 'close', listener: () => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** A {@link TextOutput} that can be asked whether everything arrived. */
export interface StreamOutput extends TextOutput {
  /** Resolves when all text has been handed to the system; rejects with the first error that lost some of it. */
  finish(): Promise<void>;
}

/**
 * A stream of the process as a {@link TextOutput}: waits when the reader is slow, and goes on in silence when the
 * reader has closed the pipe (`stormlog sessions run | head -1`). Another write error rejects the next write.
 */
export function streamOutput(stream: WritableLike): StreamOutput {
  let failure: NodeJS.ErrnoException | null = null;
  let wake: (() => void) | null = null;
  stream.on('error', (error) => {
    failure ??= error;
    wake?.();
  });
  return {
    async write(text) {
      if (failure === null && !stream.write(text)) {
        await new Promise<void>((resolve) => {
          const done = () => {
            wake = null;
            stream.removeListener('drain', done);
            stream.removeListener('close', done);
            resolve();
          };
          wake = done;
          stream.once('drain', done);
          stream.once('close', done);
        });
      }
      if (failure !== null && failure.code !== 'EPIPE') throw failure;
    },
    async finish() {
      if (failure === null) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream.write('', resolve);
        });
      }
      if (failure !== null && failure.code !== 'EPIPE') throw failure;
    },
    isTerminal: stream.isTTY === true,
    // A terminal changes its size while a command runs.
    get columns() {
      return stream.isTTY === true ? (stream.columns ?? null) : null;
    },
    get rows() {
      return stream.isTTY === true ? (stream.rows ?? null) : null;
    },
  };
}
