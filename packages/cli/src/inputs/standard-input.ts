import { mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Standard input kept in a file, so that it can be read like any other input, whatever its size. */
export interface SpooledInput {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Copies standard input (JSONL, or the same compressed with gzip) into a file of a private temporary folder.
 *
 * @throws the signal's reason when aborted, and the system's error when the copy cannot be written
 */
export async function spoolStandardInput(
  stdin: AsyncIterable<Uint8Array | string>,
  signal?: AbortSignal | undefined,
): Promise<SpooledInput> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stormlog-stdin-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const chunks = bytesOf(stdin)[Symbol.asyncIterator]();
    const first = await untilAborted(chunks.next(), signal);
    const compressed = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
    const path = join(folder, compressed ? 'stdin.jsonl.gz' : 'stdin.jsonl');
    const handle = await open(path, 'wx', 0o600);
    try {
      for (let next = first; !next.done; next = await untilAborted(chunks.next(), signal)) {
        await handle.writeFile(next.value);
      }
    } finally {
      await handle.close();
    }
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* bytesOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (bytes.length > 0) yield bytes;
  }
}

/** The promise's value, unless the signal aborts first: nobody need type anything for an interrupt to be heard. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
