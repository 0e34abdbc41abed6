import { ArgumentError, ArtifactError, InvalidRecordError } from '@stormlog/records';

/** Python's name for an error of a step; other errors pass. */
export function errorName(error: unknown): string {
  if (error instanceof ArtifactError) return 'OSError';
  if (error instanceof InvalidRecordError && error.code === 'not_utf8') return 'UnicodeDecodeError';
  if (error instanceof InvalidRecordError || error instanceof ArgumentError) return 'ValueError';
  throw error;
}
