import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Prints what differs after an import: names of globals and prototypes, listeners, environment, what keeps the process alive. */
const PROGRAM = `
const look = () => ({
  globals: Reflect.ownKeys(globalThis).map(String),
  prototypes: [Object, Array, String, Number, BigInt, Map, Promise, Error].map(({ prototype }) => Reflect.ownKeys(prototype).length),
  listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
  environment: { ...process.env },
  folder: process.cwd(),
  umask: process.umask(),
  stackTraceLimit: Error.stackTraceLimit,
});
await import(TSX);
await import(ZOD); // It keeps two globals of its own, whoever imports it.
const before = JSON.stringify(look());
await import(STORMLOG);
await new Promise(setImmediate);
console.log(JSON.stringify({ before: JSON.parse(before), after: look(), active: process.getActiveResourcesInfo() }));
`;

test('importing the facade changes nothing of the process, prints nothing and writes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-import-'));
  const program = PROGRAM.replace(/import\(([A-Z]+)\)/g, (_, name: string) => {
    return `import(${JSON.stringify(import.meta.resolve(name.toLowerCase()))})`;
  });
  const flags = ['--conditions=@stormlog/source', '--input-type=module', '--eval', program];

  const { stdout, stderr } = await run(process.execPath, flags, { cwd: folder });

  const { before, after, active } = JSON.parse(stdout);
  expect(after).toEqual(before);
  expect(active.filter((kind: string) => !/^(TTYWrap|PipeWrap)$/.test(kind))).toEqual([]);
  expect(stderr).toBe('');
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
