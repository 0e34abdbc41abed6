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
  return new ArtifactError(code, `${printablePath(path)}: ${what}`, {
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

/** A path with its control characters escaped, for messages. */
export function printablePath(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const codePoint = character.codePointAt(0)!;
    return codePoint > 0xff ? `\\u{${codePoint.toString(16)}}` : `\\x${codePoint.toString(16).padStart(2, '0')}`;
  });
}

function classify(systemCode: string | null): readonly [ErrorCode, string] {
  if (systemCode === 'ERR_INVALID_ARG_VALUE') return ['file_missing', 'no file can have this name'];
  if (systemCode !== null && MISSING.has(systemCode)) return ['file_missing', `there is no such file (${systemCode})`];
  if (systemCode !== null && NOT_A_FILE.has(systemCode)) return ['not_a_file', `this is not a file (${systemCode})`];
  if (systemCode === 'ELOOP') return ['file_unreadable', 'its links lead in a circle (ELOOP)'];
  return ['file_unreadable', `it cannot be read${systemCode === null ? '' : ` (${systemCode})`}`];
}
