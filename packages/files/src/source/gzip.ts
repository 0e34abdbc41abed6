import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArtifactError, StormlogError } from '@stormlog/records';
import { systemCodeOf } from '../errors/system-error.ts';

/**
 * The unpacked bytes of gzip data (several members in a row count as one). Everything that could be unpacked is handed on
 * before damage is reported.
 *
 * @throws ArtifactError `gzip_damaged`
 */
export async function* unpackGzip(
  packed: AsyncIterable<Uint8Array>,
  name: string,
  chunkBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip({ chunkSize: Math.max(64, chunkBytes) });
  // The packed chunks' memory is used again while the unpacker may still hold them.
  const source = Readable.from(copied(packed), { objectMode: false });
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    throw isDamage(error) ? damaged(name, error) : error;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

function isDamage(error: unknown): boolean {
  return !(error instanceof StormlogError) && (systemCodeOf(error)?.startsWith('Z_') ?? false);
}

function damaged(name: string, cause: unknown): ArtifactError {
  return new ArtifactError('gzip_damaged', `the gzip data is damaged or cut short`, {
    path: name,
    stage: 'decode',
    cause,
  });
}
