import { ArtifactError, ConflictError, InvalidRecordError, StormlogError } from './stormlog-error.ts';

/**
 * The text of any error for a person: place first, then the message, then every issue on a line of its own.
 *
 * @param error anything that was thrown
 * @param options.maxIssues how many issues to list before "and N more" (default 10)
 */
export function formatError(error: unknown, options: { readonly maxIssues?: number } = {}): string {
  if (!(error instanceof StormlogError)) return error instanceof Error ? error.message : String(error);
  if (error instanceof InvalidRecordError) {
    const place = placeOf(error);
    const maxIssues = options.maxIssues ?? 10;
    const listed = error.issues
      .slice(0, maxIssues)
      .map(
        (issue) =>
          `\n  ${issue.field || 'record'}: expected ${issue.expected}${issue.found === null ? '' : `, found ${issue.found}`}`,
      );
    const more = error.issues.length - maxIssues;
    return `${place ? `${place}: ` : ''}${error.message}${listed.join('')}${more > 0 ? `\n  and ${more} more` : ''}`;
  }
  if (error instanceof ConflictError && error.path !== null) return `${placeOf(error)}: ${error.message}`;
  if (error instanceof ArtifactError && !error.message.includes(error.path)) return `${error.path}: ${error.message}`;
  return error.message;
}

function placeOf(error: InvalidRecordError | ConflictError): string {
  const place = [error.path, error.line].filter((part) => part !== null).join(':');
  return place === '' && error.record !== null ? `record ${error.record}` : place;
}
