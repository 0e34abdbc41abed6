import { createGunzip } from 'node:zlib';
import { ArtifactError } from '@stormlog/records';

/** The name that messages give standard input. */
export const STANDARD_INPUT = '-';

/**
 * Standard input as bytes: JSON Lines, or the same compressed with gzip, which is unpacked. An interrupt is heard even
 * while nothing arrives.
 *
 * @throws ArtifactError `gzip_damaged`; the signal's reason when aborted
 */
export async function* standardInputBytes(
  stdin: AsyncIterable<Uint8Array | string>,
  signal?: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = chunksOf(stdin, signal);
  const first = await chunks.next();
  if (first.done) return;
  if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* unpacked(first.value, chunks);
  else {
    yield first.value;
    yield* chunks;
  }
}

async function* unpacked(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const feeding = feed(gunzip, first, rest);
  try {
    yield* gunzip;
    await feeding;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new ArtifactError('gzip_damaged', `${STANDARD_INPUT}: the gzip data is damaged or cut short`, {
      path: STANDARD_INPUT,
      stage: 'read',
      cause: error,
    });
  }
}

async function feed(
  gunzip: ReturnType<typeof createGunzip>,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    gunzip.write(first);
    for await (const chunk of rest) {
      if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve));
    }
    gunzip.end();
  } catch (error) {
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

async function* chunksOf(
  source: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  for (;;) {
    const next = await untilAborted(iterator.next(), signal);
    if (next.done) return;
    const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
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
