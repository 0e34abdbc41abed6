import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRunEnvelope } from '../src/envelope.ts';
import { attachment, envelope } from './samples.ts';
import { folderOf } from './temporary-folder.ts';

describe('updateRunEnvelope', () => {
  it('loses no attachment of 16 processes that add 50 each', { timeout: 120_000 }, async () => {
    const folder = await folderOf({ 'stormlog_run.json': envelope('r', { attachments: [attachment()] }) });
    const path = join(folder, 'stormlog_run.json');
    const worker = join(import.meta.dirname, 'envelope-worker.ts');

    const exits = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const args = ['--conditions=@stormlog/source', '--import', 'tsx', worker, path, String(i), '50'];
        return (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit'))[0];
      }),
    );

    const titles = (await readRunEnvelope(path)).attachments.map(({ title }) => title);
    expect(exits).toEqual(Array.from({ length: 16 }, () => 0));
    expect(new Set(titles).size).toBe(801);
    expect(titles).toHaveLength(801);
    expect(await readdir(folder)).toEqual(['stormlog_run.json']);
  });
});
