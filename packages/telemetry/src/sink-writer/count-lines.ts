import { readTextChunks } from '@stormlog/files';
import { isBlank } from '@stormlog/records';

const LINE_END = /[\r\n]/;

/**
 * The lines of a segment that are not blank, a torn one at its end included.
 *
 * @throws InvalidRecordError `not_utf8`; ArtifactError when it is no file or cannot be read
 */
export async function countLines(path: string): Promise<number> {
  let lines = 0;
  let isOpen = false;
  for await (const text of readTextChunks(path, { skipByteOrderMark: false })) {
    for (const [index, piece] of text.split(LINE_END).entries()) {
      if (index > 0) isOpen = false;
      if (isOpen || isBlank(piece)) continue;
      lines++;
      isOpen = true;
    }
  }
  return lines;
}
