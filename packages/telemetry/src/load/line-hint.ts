import { open } from 'node:fs/promises';
import { type FileSource, otherEncoding } from '@stormlog/files';

const LOOK_AT = 64;

/** What the first bytes of a line that is not JSON say about it; null when they say nothing. */
export interface LineHint {
  /** What the line is, as a clause. */
  readonly observation: string;
  /** What a person can do about it. */
  readonly advice: string | undefined;
  /** The bytes are of an encoding other than UTF-8, so no line of the file can be read. */
  readonly encoding: string | null;
}

/**
 * Looks at the start of a line that could not be read, to say more than where the parser stopped. Only a plain file can
 * be looked at again.
 */
export async function lineHint(source: FileSource, offset: number): Promise<LineHint | null> {
  if (typeof source !== 'string' || source.endsWith('.gz')) return null;
  const bytes = await bytesAt(source, offset);
  const encoding = offset === 0 ? otherEncoding(bytes) : null;
  if (encoding !== null) return { observation: `the file is ${encoding}`, advice: 'save it as UTF-8', encoding };
  const zeros = bytes.findIndex((byte) => byte !== 0);
  if (bytes.length > 0 && zeros !== 0) {
    const observation = 'the line starts with zero bytes, as a file has after a power loss';
    return { observation, advice: undefined, encoding: null };
  }
  if (/^\s*\{'/.test(bytes.toString('latin1'))) {
    return {
      observation: 'the line is written as a Python dictionary',
      advice: "write it with Python's json.dumps",
      encoding: null,
    };
  }
  return null;
}

async function bytesAt(path: string, offset: number): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const bytes = Buffer.alloc(LOOK_AT);
      const { bytesRead } = await handle.read(bytes, 0, LOOK_AT, offset);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // A hint is worth nothing of its own: the fault it explains is reported either way.
    return Buffer.alloc(0);
  }
}
