import { printableText } from '../text/printable-text.ts';
import { ArtifactError, InvalidRecordError, type RecordIssue } from './stormlog-error.ts';

/**
 * The text of any error for a person: place first, then the message, then every issue on a line of its own. Control
 * characters that come from files or names are escaped (docs/formats/errors.md §2).
 *
 * @param error anything that was thrown
 * @param options.maxIssues how many issues to list before "and N more" (default 10)
 */
export function formatError(error: unknown, options: { readonly maxIssues?: number | undefined } = {}): string {
  const message = printableText(error instanceof Error ? error.message : String(error));
  if (error instanceof ArtifactError) {
    const path = printableText(error.path);
    return message.includes(path) ? message : `${path}: ${message}`;
  }
  if (!(error instanceof InvalidRecordError)) return message;
  const place = [error.path, error.line].filter((part) => part !== null).join(':');
  const maxIssues = options.maxIssues ?? 10;
  const listed = error.issues.slice(0, maxIssues).map(issueLine);
  const more = error.issues.length - maxIssues;
  return `${place ? `${printableText(place)}: ` : ''}${message}${listed.join('')}${more > 0 ? `\n  and ${more} more` : ''}`;
}

function issueLine(issue: RecordIssue): string {
  const found = issue.found === null ? '' : `, found ${issue.found}`;
  return `\n  ${printableText(`${issue.field || 'record'}: expected ${issue.expected}${found}`)}`;
}
