import { counted, fitToWidth, formatBinarySize, terminalSafe } from '@stormlog/report';
import type { CommandContext } from '../commands/command.ts';
import { createProgressLine, type ProgressLine, type ReadProgress } from './progress-line.ts';

/** Progress of a command that reads files: file, bytes and share on one line of a terminal. */
export interface LoadProgressLine {
  show(progress: FileProgress): void;
  clear(): Promise<void>;
}

export interface FileProgress {
  readonly path: string;
  readonly bytes: number;
  readonly totalBytes: number | null;
}

export function createLoadProgress(context: CommandContext): LoadProgressLine {
  const line: ProgressLine = createProgressLine(context.io.stderr, describe, () => performance.now());
  const started = new Set<string>();
  return {
    show({ path, bytes, totalBytes }) {
      started.add(path);
      line.show({ label: `${counted(started.size, 'file')}, now ${path}`, bytesRead: bytes, totalBytes });
    },
    clear: () => line.clear(),
  };
}

function describe({ label, bytesRead, totalBytes }: ReadProgress, width: number): string {
  const share = totalBytes === null || totalBytes === 0 ? '' : ` ${Math.floor((100 * bytesRead) / totalBytes)} %`;
  return fitToWidth(`reading${share} (${formatBinarySize(bytesRead)}): ${terminalSafe(label)}`, width);
}
