import { replaceFile } from '@stormlog/files';
import { terminalSafe } from '@stormlog/report';
import type { CommandIo } from './command-io.ts';

/** Writes a page in place of what is there, and says so on stderr. */
export async function writePage(path: string, page: string, io: CommandIo): Promise<void> {
  await replaceFile(path, (writer) => writer.write(page));
  await io.stderr.write(`wrote ${terminalSafe(path)} (${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MiB)\n`);
}
