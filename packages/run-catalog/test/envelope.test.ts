import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidRecordError, parseJson } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { isRunEnvelope, parseRunEnvelope, readRunEnvelope } from '../src/envelope.ts';
import { attachment, envelope } from './samples.ts';
import { folderOf, rejection, temporaryFolder } from './temporary-folder.ts';

async function refusal(payload: unknown): Promise<InvalidRecordError> {
  const error = await rejection(parseRunEnvelope(parseJson(JSON.stringify(payload)), 'stormlog_run.json'));
  if (!(error instanceof InvalidRecordError)) throw error;
  return error;
}

describe('parseRunEnvelope', () => {
  it('reads nanoseconds without losing a digit', async () => {
    const text = JSON.stringify(envelope('r')).replace('{', '{"started_at_ns": 1700000000123456789,');

    const parsed = await parseRunEnvelope(parseJson(text), 'stormlog_run.json');

    expect(parsed.started_at_ns).toBe(1_700_000_000_123_456_789n);
  });

  it('names every fault with its place', async () => {
    const error = await refusal(
      envelope('', {
        tags: ['a', 'b', 'a'],
        attachments: [attachment(), attachment({ start_ns: 5, end_ns: 4, url: null }), { kind: 'k' }],
        surprise: 1,
      }),
    );

    expect(error.code).toBe('record_invalid');
    expect(error.issues.map(({ code, field }) => `${code} ${field}`).sort()).toEqual([
      'field_invalid attachments[1].end_ns',
      'field_invalid attachments[1].url',
      'field_invalid run_id',
      'field_invalid tags[2]',
      'field_missing attachments[2].metadata',
      'field_missing attachments[2].path',
      'field_missing attachments[2].storage',
      'field_missing attachments[2].title',
      'field_unknown surprise',
    ]);
  });

  it('tells a newer version from a broken envelope', async () => {
    expect((await refusal(envelope('r', { schema_version: 2 }))).code).toBe('version_unknown');
  });

  it('refuses a key that only looks like a part of every object', async () => {
    const text = JSON.stringify(envelope('r')).replace('{', '{"__proto__": {"x": 1},');

    const error = await rejection(parseRunEnvelope(parseJson(text), 'stormlog_run.json'));

    expect(error).toMatchObject({ code: 'field_unknown', field: '__proto__' });
  });

  it('keeps an own __proto__ key of the metadata', async () => {
    const payload = parseJson(
      '{"schema_version":1,"format":"stormlog.run_envelope","run_id":"r","metadata":{"__proto__":7}}',
    );

    const parsed = await parseRunEnvelope(payload, 'stormlog_run.json');

    expect(Object.entries(parsed.metadata)).toEqual([['__proto__', 7]]);
  });

  it('refuses a rank that a number cannot hold, and says why', async () => {
    const payload = parseJson(
      '{"schema_version":1,"format":"stormlog.run_envelope","run_id":"r","metadata":{},"sessions":[{"session_id":"s","metadata":{},"rank":9007199254740993}]}',
    );

    const error = await rejection(parseRunEnvelope(payload, 'stormlog_run.json'));

    expect(error).toMatchObject({ code: 'number_out_of_range', field: 'sessions[0].rank' });
  });

  it.each(['a\0b', '\ud800'])('refuses the path %j, which no file can have', async (path) => {
    expect((await refusal(envelope('r', { attachments: [attachment({ path })] }))).field).toBe('attachments[0].path');
  });

  it('resolves the paths of attachments through links, existing or not', async () => {
    const folder = await folderOf({ 'real/deep/trace.json': '' });
    await symlink('real/deep', join(folder, 'link'));
    const payload = envelope('r', {
      attachments: ['link/trace.json', 'link/../gone/x', '/abs//y', 's3://b/k'].map((path) => attachment({ path })),
    });

    const parsed = await parseRunEnvelope(parseJson(JSON.stringify(payload)), join(folder, 'stormlog_run.json'));

    expect(parsed.attachments.map(({ path }) => path)).toEqual([
      `${folder}/real/deep/trace.json`,
      `${folder}/real/gone/x`,
      '/abs/y',
      `${folder}/s3:/b/k`,
    ]);
  });

  it('keeps a path textually from a circle of links on', async () => {
    const folder = await temporaryFolder();
    await symlink('b', join(folder, 'a'));
    await symlink('a', join(folder, 'b'));

    const parsed = await parseRunEnvelope(
      parseJson(JSON.stringify(envelope('r', { attachments: [attachment({ path: 'a/x.json' })] }))),
      join(folder, 'stormlog_run.json'),
    );

    expect(parsed.attachments[0]?.path).toBe(`${folder}/a/x.json`);
  });

  it('ends on links that multiply', async () => {
    const folder = await temporaryFolder();
    for (let i = 0; i < 40; i++) await symlink(`l${i + 1}/../l${i + 1}`, join(folder, `l${i}`));

    const parsed = await parseRunEnvelope(
      parseJson(JSON.stringify(envelope('r', { attachments: [attachment({ path: 'l0/x' })] }))),
      join(folder, 'stormlog_run.json'),
    );

    expect(parsed.attachments[0]?.path).toContain(folder);
  });
});

describe('readRunEnvelope', () => {
  it('refuses a byte order mark, which Python could not read', async () => {
    const folder = await folderOf({ 'stormlog_run.json': `\ufeff${JSON.stringify(envelope('r'))}` });

    expect(await rejection(readRunEnvelope(join(folder, 'stormlog_run.json')))).toMatchObject({ code: 'json_syntax' });
  });
});

describe('isRunEnvelope', () => {
  it('looks at version and format only', () => {
    expect(isRunEnvelope({ schema_version: 1, format: 'stormlog.run_envelope', extra: true })).toBe(true);
    expect(isRunEnvelope({ schema_version: true, format: 'stormlog.run_envelope' })).toBe(false);
    expect(isRunEnvelope(null)).toBe(false);
  });
});
