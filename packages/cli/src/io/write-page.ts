import { replaceFile } from '@stormlog/files';
import { formatError, StormlogError } from '@stormlog/records';
import { terminalSafe } from '@stormlog/report';
import type { CommandIo } from './command-io.ts';

/**
 * Writes a page in place of what is there, and says so on stderr; false when it could not be written, with the reason on
 * stderr.
 */
export async function writePage(path: string, page: string, io: CommandIo): Promise<boolean> {
  try {
    await replaceFile(path, (writer) => writer.write(page));
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    await io.stderr.write(`stormlog: the page was not written: ${terminalSafe(formatError(error))}\n`);
    return false;
  }
  await io.stderr.write(`wrote ${terminalSafe(path)} (${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MiB)\n`);
  return true;
}
