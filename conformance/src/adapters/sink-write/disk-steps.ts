import { appendFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { writeError } from '@stormlog/files';
import { ArtifactError, type JsonObject, type JsonValue, parseJson } from '@stormlog/records';
import { textOf } from '../case-input.ts';

/** Steps that change the folder behind the writer's back. */
export const DISK_STEPS: ReadonlySet<string> = new Set(['put', 'add', 'cut', 'mkdir', 'remove', 'copy_text']);

/**
 * Does one of {@link DISK_STEPS}; what it logs goes into `entry`.
 *
 * @throws ArtifactError for what the operating system refuses
 */
export async function diskStep(step: JsonObject, root: string, entry: Record<string, unknown>): Promise<void> {
  const path = join(root, textOf(step['path'], 'path'));
  try {
    await changeDisk(step, path, entry);
  } catch (error) {
    throw writeError(error, path, 'step');
  }
}

async function changeDisk(step: JsonObject, path: string, entry: Record<string, unknown>): Promise<void> {
  switch (step['do']) {
    case 'put':
      await mkdir(dirname(path), { recursive: true });
      return await writeFile(path, textOf(step['text'], 'text'));
    case 'add':
      return await appendFile(path, textOf(step['text'], 'text'));
    case 'cut':
      return await cut(path, Number(step['bytes']));
    case 'mkdir':
      await mkdir(path, { recursive: true });
      return;
    case 'remove':
      return await rm(path, { recursive: true });
    default:
      // As Python reads a text, whose lines end in one way.
      entry[textOf(step['as_key'], 'as_key')] = (await readFile(path, 'utf8')).replaceAll(/\r\n?/g, '\n');
  }
}

/** Node takes a size below 0 for 0. */
async function cut(path: string, bytes: number): Promise<void> {
  const size = (await stat(path)).size - bytes;
  if (size < 0) throw new ArtifactError('file_unwritable', `it has not ${bytes} bytes`, { path, stage: 'truncate' });
  await truncate(path, size);
}

/** What lies in a folder: texts, null for folders, rollups parsed, bytes that are no text as base64. */
export async function filesOf(root: string): Promise<Map<string, JsonValue>> {
  const files = new Map<string, JsonValue>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path);
    files.set(name, entry.isDirectory() ? null : contentOf(entry.name, await readFile(path)));
  }
  return files;
}

function contentOf(name: string, bytes: Buffer): JsonValue {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return { base64: bytes.toString('base64') };
  return name === 'rollups.json' ? parseJson(text) : text;
}
