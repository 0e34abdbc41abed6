import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import {
  type FileOperations,
  type FileWriter,
  type ReadProgress,
  type StagedFile,
  stageFile,
  systemError,
} from '@stormlog/files';
import { ArtifactError } from '@stormlog/records';

const LF = 10;
const COPY_BYTES = 1024 * 1024;
const WRITE_BYTES = 256 * 1024;

/** An artifact with new lines, ready to take its place. */
export interface StagedArtifact extends StagedFile {
  /**
   * Makes sure that nobody wrote to the artifact since it was copied.
   *
   * @throws ArtifactError `artifact_in_use`
   */
  checkUnchanged(): Promise<void>;
}

/** How an artifact is staged. */
export interface StageArtifactOptions {
  readonly operations?: FileOperations | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Stages the artifact with lines behind its present content, whose bytes are copied as they are, never as text. A last line
 * without its end gets one (docs/formats/capture.md §7).
 *
 * @param lines whole lines with their ends, each good until the next is asked for; what it throws passes unchanged
 * @throws ArtifactError when it cannot be read or written
 */
export async function stageArtifact(
  path: string,
  lines: () => Iterable<Uint8Array>,
  options: StageArtifactOptions,
): Promise<StagedArtifact> {
  let source: BigIntStats | null = null;
  const staged = await stageFile(
    path,
    async (writer) => {
      source = await copyContent(path, writer, options);
      await writeLines(writer, lines(), options.signal);
    },
    { operations: options.operations },
  );
  return {
    bytes: staged.bytes,
    commit: () => staged.commit(),
    discard: () => staged.discard(),
    checkUnchanged: async () => {
      const now = await attempt(path, () => stat(path, { bigint: true }));
      if (source !== null && isSameContent(source, now)) return;
      const text = 'it was written to while evidence was appended: try again when its writer is done';
      throw new ArtifactError('artifact_in_use', text, { path, stage: 'append_artifact' });
    },
  };
}

/** @returns what the file was when it was copied */
async function copyContent(path: string, writer: FileWriter, options: StageArtifactOptions): Promise<BigIntStats> {
  const source = await attempt(path, () => open(path, constants.O_RDONLY));
  try {
    const stats = await attempt(path, () => source.stat({ bigint: true }));
    const last = await copyBytes(path, source, writer, Number(stats.size), options);
    if (last !== null && last !== LF) await writer.write('\n');
    return stats;
  } finally {
    await source.close();
  }
}

/** @returns the last byte; null when there is none */
async function copyBytes(
  path: string,
  source: FileHandle,
  writer: FileWriter,
  total: number,
  { signal, onProgress }: StageArtifactOptions,
): Promise<number | null> {
  const buffer = Buffer.allocUnsafeSlow(Math.max(1, Math.min(total, COPY_BYTES)));
  let done = 0;
  let last: number | null = null;
  while (done < total) {
    signal?.throwIfAborted();
    const length = Math.min(buffer.length, total - done);
    const { bytesRead } = await attempt(path, () => source.read(buffer, 0, length, done));
    if (bytesRead === 0) {
      throw new ArtifactError('artifact_in_use', 'it was cut while it was copied', { path, stage: 'append_artifact' });
    }
    await writer.write(buffer.subarray(0, bytesRead));
    last = buffer[bytesRead - 1]!;
    done += bytesRead;
    onProgress?.({ bytes: done, totalBytes: total });
  }
  return last;
}

async function writeLines(
  writer: FileWriter,
  lines: Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const block = new Uint8Array(WRITE_BYTES);
  let used = 0;
  for (const line of lines) {
    if (used + line.length > block.length) {
      signal?.throwIfAborted();
      await writer.write(block.subarray(0, used));
      used = 0;
    }
    if (line.length > block.length) {
      await writer.write(line);
    } else {
      block.set(line, used);
      used += line.length;
    }
  }
  await writer.write(block.subarray(0, used));
}

function isSameContent(before: BigIntStats, now: BigIntStats): boolean {
  return before.ino === now.ino && before.size === now.size && before.mtimeNs === now.mtimeNs;
}

async function attempt<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw systemError(error, path, 'read');
  }
}
