import { mkdir } from 'node:fs/promises';
import { type FileOperations, replaceFile, writeError } from '@stormlog/files';
import { stringifyJson } from '@stormlog/records';
import { parentPath } from '../sink/resolve-manifest.ts';
import { resolveTelemetryRollupPath } from './rollup-path.ts';
import type { TelemetryRollups } from './rollup-schema.ts';

/**
 * Writes rollups where those of a path belong, making the folder if need be, and brings them to the disk
 * (docs/formats/rollups.md §3).
 *
 * @returns the path of the file
 * @throws ArtifactError `file_unwritable` with the old file in place, `durability_unknown` with the new one in place
 */
export async function writeTelemetryRollups(
  path: string,
  rollups: TelemetryRollups,
  options: { readonly operations?: FileOperations | undefined } = {},
): Promise<string> {
  const target = await resolveTelemetryRollupPath(path);
  try {
    await mkdir(parentPath(target), { recursive: true });
  } catch (error) {
    throw writeError(error, target, 'make folder');
  }
  const text = `${stringifyJson(rollups, { sortKeys: true, ascii: true, indent: 2 })}\n`;
  await replaceFile(target, (writer) => writer.write(text), options);
  return target;
}
