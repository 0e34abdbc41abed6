import { InvalidRecordError, lowerCase, stripWhiteSpace } from '@stormlog/records';

/** What problems are about. */
export const ISSUE_KINDS = ['oom', 'collector_degradation', 'alert', 'hidden_memory_anomaly'] as const;

/** One of {@link ISSUE_KINDS}. */
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** What people decided about an issue. */
export const ISSUE_STATES = ['open', 'resolved', 'ignored', 'regressed'] as const;

/** One of {@link ISSUE_STATES}. */
export type IssueState = (typeof ISSUE_STATES)[number];

/**
 * The kind that a word names exactly.
 *
 * @throws InvalidRecordError `field_invalid` with field `kind`
 */
export function requireIssueKind(word: string): IssueKind {
  return wordOf(ISSUE_KINDS, word, word, 'kind');
}

/**
 * The state that a text means: white space at the ends and letter case do not count (docs/formats/issues.md §3).
 *
 * @throws InvalidRecordError `field_invalid` with field `state`
 */
export function normalizeIssueState(text: string): IssueState {
  return wordOf(ISSUE_STATES, lowerCase(stripWhiteSpace(text)), text, 'state');
}

function wordOf<Word extends string>(words: readonly Word[], word: string, found: string, field: string): Word {
  const known = words.find((candidate) => candidate === word);
  if (known !== undefined) return known;
  const expected = `one of ${words.join(', ')}`;
  throw new InvalidRecordError('field_invalid', `${field} must be ${expected}, found ${JSON.stringify(found)}`, {
    field,
    issues: [{ code: 'field_invalid', field, found: JSON.stringify(found), expected }],
  });
}
