import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunEnvelopeRecord, readRunEnvelope, updateRunEnvelope } from '../src/envelope.ts';
import { attachment, envelope } from './samples.ts';
import { folderOf, rejection, temporaryFolder } from './temporary-folder.ts';

const addAttachment = (record: RunEnvelopeRecord): RunEnvelopeRecord => ({
  ...record,
  attachments: [
    ...(record.attachments ?? []),
    { title: 'New', kind: 'k', storage: 'copy', url: 'https://example.com', metadata: {} },
  ],
});

describe('updateRunEnvelope', () => {
  it('writes what was changed and keeps everything else to the last digit', async () => {
    const text = JSON.stringify(envelope('r', { metadata: { ä: [1.5, null], big: 0 }, tags: ['t'] }))
      .replace('"big":0', '"big":123456789012345678901234567890')
      .replace('{', '{"started_at_ns":1700000000123456789,');
    const folder = await folderOf({ 'stormlog_run.json': text });
    const path = join(folder, 'stormlog_run.json');

    await updateRunEnvelope(path, addAttachment);

    const written = await readFile(path, 'utf8');
    expect(written).toContain('"started_at_ns": 1700000000123456789');
    expect(written).toContain('"big": 123456789012345678901234567890');
    expect(written).toContain('"\\u00e4": [');
    expect((await readRunEnvelope(path)).attachments).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['stormlog_run.json']);
  });

  it.each([
    ['of a newer version', { schema_version: 2 }, 'version_unknown'],
    ['with a key that is not known', { later: 1 }, 'field_unknown'],
  ])('leaves an envelope %s alone', async (_, fields, code) => {
    const text = `${JSON.stringify(envelope('r', fields))}   `;
    const folder = await folderOf({ 'stormlog_run.json': text });
    const path = join(folder, 'stormlog_run.json');

    expect(await rejection(updateRunEnvelope(path, addAttachment))).toMatchObject({ code, path });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('refuses a change that makes the envelope invalid', async () => {
    const folder = await folderOf({ 'stormlog_run.json': envelope('r') });
    const path = join(folder, 'stormlog_run.json');
    const before = await readFile(path, 'utf8');

    const error = await rejection(updateRunEnvelope(path, (record) => ({ ...record, tags: ['a', 'a'] })));

    expect(error).toMatchObject({ code: 'field_invalid', field: 'tags[1]' });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('makes a new envelope, with its folder, when it is told from what', async () => {
    const path = join(await temporaryFolder(), 'a', 'b', 'stormlog_run.json');
    const create = { schema_version: 1, format: 'stormlog.run_envelope', run_id: 'new', metadata: {} } as const;

    await updateRunEnvelope(path, addAttachment, { create });
    await updateRunEnvelope(path, addAttachment, { create });

    expect(await readRunEnvelope(path)).toMatchObject({ run_id: 'new', attachments: [{}, {}] });
  });

  it('says that there is nothing to change', async () => {
    const path = join(await temporaryFolder(), 'stormlog_run.json');

    expect(await rejection(updateRunEnvelope(path, addAttachment))).toMatchObject({ code: 'file_missing' });
  });

  it('works on without a lock when told so, beside a lock that is held', async () => {
    const folder = await folderOf({ 'stormlog_run.json': envelope('r') });
    const path = join(folder, 'stormlog_run.json');

    await updateRunEnvelope(path, async (record) => {
      await updateRunEnvelope(path, addAttachment, { lock: false });
      return record;
    });

    expect((await readRunEnvelope(path)).attachments).toHaveLength(0);
  });

  it('loses no attachment of several processes', async () => {
    const folder = await folderOf({ 'stormlog_run.json': envelope('r', { attachments: [attachment()] }) });
    const path = join(folder, 'stormlog_run.json');
    const worker = join(import.meta.dirname, 'envelope-worker.ts');

    const exits = await Promise.all(
      Array.from({ length: 3 }, async (_, i) => {
        const args = ['--conditions=@stormlog/source', '--import', 'tsx', worker, path, String(i), '5'];
        return (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit'))[0];
      }),
    );

    const titles = (await readRunEnvelope(path)).attachments.map(({ title }) => title);
    expect(exits).toEqual(Array.from({ length: 3 }, () => 0));
    expect(new Set(titles).size).toBe(16);
    expect(titles).toHaveLength(16);
    expect(await readdir(folder)).toEqual(['stormlog_run.json']);
  });
});
