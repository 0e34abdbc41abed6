import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { expect, onTestFinished, test } from 'vitest';
import { loadNsysSqlite } from '../src/index.ts';

const TABLES = [
  'create table StringIds (id, value)',
  'create table META_DATA_EXPORT (name, value)',
  'create table CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, correlationId, globalPid, shortName)',
  'create table NVTX_EVENTS (start, end, eventType, text, textId, globalTid)',
];
const GLOBAL_PID = 281546145660928;

/** An export with these rows; its name has what a URI would take for something else. */
function report(...rows: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'nsys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'report 100%#.sqlite');
  const database = new sqlite.Database(path);
  for (const sql of [...TABLES, ...rows.map((row) => `insert into ${row}`)]) database.exec(sql);
  database.close();
  return path;
}

test('refuses an event that ends before it starts inside a launch', async () => {
  const path = report(
    `CUPTI_ACTIVITY_KIND_KERNEL values (1000, 1900, 0, 7, 11, ${GLOBAL_PID}, 1), (1500, 1400, 0, 7, 11, ${GLOBAL_PID}, 1)`,
  );

  await expect(loadNsysSqlite(path)).rejects.toMatchObject({ path, field: 'CUPTI_ACTIVITY_KIND_KERNEL.end' });
});

test('reads a number where a range has its text', async () => {
  const path = report(
    `CUPTI_ACTIVITY_KIND_KERNEL values (1000, 1900, 0, 7, 11, ${GLOBAL_PID}, 1)`,
    `NVTX_EVENTS values (900, 2000, 59, -1, null, ${GLOBAL_PID})`,
  );

  const trace = await loadNsysSqlite(path);

  expect([trace.events.count, trace.ranges.count]).toEqual([1, 0]);
});
