import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { expect, test } from 'vitest';
import { loadNsysSqlite } from '../src/index.ts';

test('refuses an event that ends before it starts inside a launch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nsys-'));
  try {
    const path = join(folder, 'report 100%#.sqlite');
    const database = new sqlite.Database(path);
    for (const sql of [
      'create table StringIds (id, value)',
      'create table META_DATA_EXPORT (name, value)',
      'create table CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, correlationId, globalPid, shortName)',
      'insert into CUPTI_ACTIVITY_KIND_KERNEL values (1000, 1900, 0, 7, 11, 281546145660928, 1), (1500, 1400, 0, 7, 11, 281546145660928, 1)',
    ]) {
      database.exec(sql);
    }
    database.close();
    await expect(loadNsysSqlite(path)).rejects.toMatchObject({ path, field: 'CUPTI_ACTIVITY_KIND_KERNEL.end' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
