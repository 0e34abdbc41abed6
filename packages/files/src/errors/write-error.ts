import { ArtifactError, StormlogError } from '@stormlog/records';
import { systemCodeOf } from './system-error.ts';

/**
 * The coded error for what the operating system said when a path was to be written. Errors of this project pass
 * unchanged (docs/formats/writing-files.md §4).
 */
export function writeError(error: unknown, path: string, stage: string): StormlogError {
  if (error instanceof StormlogError) return error;
  const systemCode = systemCodeOf(error);
  const told = systemCode === null ? '' : ` (${systemCode})`;
  const isMissing = systemCode === 'ENOENT' || systemCode === 'ENOTDIR';
  const message = isMissing
    ? `its folder does not exist${told}`
    : systemCode === 'ENOSPC' || systemCode === 'EDQUOT'
      ? `there is no room for it${told}`
      : `it cannot be written${told}`;
  return new ArtifactError(isMissing ? 'file_missing' : 'file_unwritable', message, {
    path,
    stage,
    systemCode: systemCode ?? undefined,
    cause: error,
  });
}
