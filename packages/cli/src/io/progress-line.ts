import type { TextOutput } from './command-io.ts';

/** How far a long read has come. */
export interface ReadProgress {
  readonly bytesRead: number;
  readonly totalBytes: number | null;
  /** What is being read. */
  readonly label: string;
}

export interface ProgressLine {
  show(progress: ReadProgress): void;
  /** Removes the line, so that what is printed next starts clean. */
  clear(): Promise<void>;
}

const MILLISECONDS_BETWEEN_UPDATES = 100;
const ERASE_LINE = '\r\u001b[2K';

/**
 * One line on stderr that is rewritten while a command reads; nothing at all when stderr is not a terminal.
 *
 * @param describe makes the text, already safe for a terminal and short enough for its width
 * @param now milliseconds from any start, to limit the updates
 */
export function createProgressLine(
  stderr: TextOutput,
  describe: (progress: ReadProgress, width: number) => string,
  now: () => number,
): ProgressLine {
  if (!stderr.isTerminal) return { show: () => {}, clear: async () => {} };
  let nextUpdate = now() + MILLISECONDS_BETWEEN_UPDATES;
  let shown = false;
  let pending: Promise<void> = Promise.resolve();
  return {
    show(progress) {
      const time = now();
      if (time < nextUpdate) return;
      nextUpdate = time + MILLISECONDS_BETWEEN_UPDATES;
      shown = true;
      pending = stderr.write(ERASE_LINE + describe(progress, (stderr.columns ?? 80) - 1));
    },
    async clear() {
      await pending;
      if (shown) await stderr.write(ERASE_LINE);
      shown = false;
    },
  };
}
