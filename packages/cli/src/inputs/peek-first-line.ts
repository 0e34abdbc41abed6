import type { FileSource } from '@stormlog/files';

const MOST_BYTES = 1 << 20;

/** The first line of a stream that is not blank, or the beginning of it, and the stream as if nothing had been read. */
export async function peekFirstLine(
  source: Exclude<FileSource, string>,
): Promise<{ readonly line: string; readonly source: FileSource }> {
  const chunks = source.stream[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let text = '';
  let isDone = false;
  while (!isDone && !/\S.*[\r\n]/.test(text) && text.length < MOST_BYTES) {
    const next = await chunks.next();
    isDone = next.done === true;
    if (next.done === true) break;
    read.push(next.value);
    text += Buffer.from(next.value).toString('latin1');
  }
  async function* replay(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* read;
    if (!isDone) yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const line = text.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  return { line, source: { name: source.name, stream: replay() } };
}
