import { ArtifactError, type ErrorCode, StormlogError } from '@stormlog/records';

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);
const NOT_A_FILE = new Set(['EISDIR', 'ENXIO', 'ENODEV']);

/**
 * The coded error for what the operating system said about a path. Errors of this project pass unchanged.
 *
 * A name with a NUL character can belong to no file, so it counts as missing (docs/formats/files.md §7).
 */
export function systemError(error: unknown, path: string, stage: string): StormlogError {
  if (error instanceof StormlogError) return error;
  const systemCode = systemCodeOf(error);
  const [code, what] = classify(systemCode);
  return new ArtifactError(code, what, {
    path,
    stage,
    systemCode: systemCode ?? undefined,
    cause: error,
  });
}

/** The operating system's code of an error, such as `ENOENT`; null when it has none. */
export function systemCodeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function classify(systemCode: string | null): readonly [ErrorCode, string] {
  if (systemCode === 'ERR_INVALID_ARG_VALUE') return ['file_missing', 'no file can have this name'];
  if (systemCode !== null && MISSING.has(systemCode)) return ['file_missing', `there is no such file (${systemCode})`];
  if (systemCode !== null && NOT_A_FILE.has(systemCode)) return ['not_a_file', `this is not a file (${systemCode})`];
  if (systemCode === 'ELOOP') return ['file_unreadable', 'its links lead in a circle (ELOOP)'];
  return ['file_unreadable', `it cannot be read${systemCode === null ? '' : ` (${systemCode})`}`];
}
