import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ArtifactError,
  ConflictError,
  ERROR_CODES,
  formatError,
  InvalidRecordError,
  StormlogError,
} from '../src/index.ts';

test('docs/formats/errors.md lists every code with its meaning, and no other', () => {
  const page = readFileSync(new URL('../../../docs/formats/errors.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z0-9_]+)` \| (.+?) \|$/gm)].map(([, code, meaning]) => [code, meaning]);

  expect(Object.fromEntries(listed)).toEqual(ERROR_CODES);
  expect(listed).toHaveLength(Object.keys(ERROR_CODES).length);
});

test('errors carry their class name, code and cause', () => {
  const cause = new Error('below');
  const error = new InvalidRecordError('record_invalid', 'bad', { cause, path: 'a.jsonl', line: 3 });

  expect(error).toBeInstanceOf(StormlogError);
  expect(error).toMatchObject({
    name: 'InvalidRecordError',
    code: 'record_invalid',
    cause,
    path: 'a.jsonl',
    line: 3,
    field: null,
  });
  expect('cause' in new ConflictError('two', { identity: 'a' })).toBe(false);
});

test('a place is filled in where it was not known, and kept where it was', () => {
  const error = new InvalidRecordError('field_invalid', 'bad', { line: 3, field: 'rank' });

  expect(error.at({ path: 'a.jsonl', line: 9, field: 'pid' })).toMatchObject({
    path: 'a.jsonl',
    line: 3,
    field: 'rank',
  });
});

describe('the text of an error', () => {
  test('names the place, then every issue up to a limit', () => {
    const issue = { code: 'field_invalid', field: 'rank', found: '"x"', expected: 'an integer' } as const;
    const missing = { code: 'field_missing', field: '', found: null, expected: 'an object' } as const;
    const error = new InvalidRecordError('record_invalid', 'the record is invalid', {
      path: 'a.jsonl',
      line: 3,
      issues: [issue, missing, issue, issue],
    });

    expect(formatError(error, { maxIssues: 2 })).toBe(
      'a.jsonl:3: the record is invalid\n  rank: expected an integer, found "x"\n  record: expected an object\n  and 2 more',
    );
  });

  test('names the file of an artifact once', () => {
    const options = { path: 'a.json', stage: 'open' };

    expect(formatError(new ArtifactError('file_missing', 'there is no such file', options))).toBe(
      'a.json: there is no such file',
    );
    expect(formatError(new ArtifactError('file_missing', 'a.json is not there', options))).toBe('a.json is not there');
  });

  test('never holds control characters of a file', () => {
    const issue = { code: 'field_unknown', field: '\u001b[31m', found: '\u009b', expected: 'a\nb' } as const;
    const errors = [
      new InvalidRecordError('record_invalid', 'a\u001b', { path: 'x\u0007', line: 1, issues: [issue] }),
      new ArtifactError('file_missing', '\u202e', { path: '\0', stage: 'open' }),
      new Error('\u001b]0;title\u0007'),
    ];

    for (const error of errors) expect(formatError(error).replaceAll('\n  ', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('takes anything that was thrown', () => {
    expect(formatError('text')).toBe('text');
    expect(formatError(undefined)).toBe('undefined');
  });
});
