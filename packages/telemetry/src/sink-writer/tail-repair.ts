import { open } from 'node:fs/promises';
import { countLines } from './count-lines.ts';
import { onDisk } from './disk-fault.ts';
import type { SinkFileOperations } from './sink-file-operations.ts';

const CHUNK_BYTES = 64 * 1024;
const LF = 10;

/**
 * Cuts a segment after its last line end, so that what is appended starts a line of its own, and counts what it then holds;
 * nothing when there is no such file (docs/formats/sinks.md §10).
 *
 * @throws ArtifactError, InvalidRecordError `not_utf8`
 */
export async function repairTail(
  path: string,
  operations: SinkFileOperations,
): Promise<{ readonly size_bytes: number; readonly event_count: number }> {
  const size = await onDisk(path, 'look', () => operations.size(path));
  if (size === null) return { size_bytes: 0, event_count: 0 };
  const end = await onDisk(path, 'read', () => endOfLastLine(path, size));
  if (end < size) await onDisk(path, 'truncate', () => operations.truncate(path, end));
  return { size_bytes: end, event_count: await countLines(path) };
}

/** The offset after the last line end before `size`; 0 when there is none. */
async function endOfLastLine(path: string, size: number): Promise<number> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size));
    for (let end = size; end > 0; ) {
      const start = Math.max(0, end - buffer.length);
      const { bytesRead } = await file.read(buffer, 0, end - start, start);
      const found = buffer.subarray(0, bytesRead).lastIndexOf(LF);
      if (found >= 0) return start + found + 1;
      end = start;
    }
    return 0;
  } finally {
    await file.close();
  }
}
