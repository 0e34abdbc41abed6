import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JsonLineFollower } from '../src/index.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'follow-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function newPath(): string {
  return join(folder, `${++files}.jsonl`);
}

/** What a look gives: values with their lines, faults as `!line`, restarts as `restarted`. */
async function look(follower: JsonLineFollower): Promise<string[]> {
  const seen: string[] = [];
  for await (const found of follower.readNew()) {
    if (found.kind === 'restarted') seen.push('restarted');
    else {
      const { values, lines, faults } = found.batch;
      seen.push(...values.map((value, i) => `${lines[i]}:${stringifyJson(value)}`));
      seen.push(...faults.map(({ line }) => `!${line}`));
    }
  }
  return seen;
}

test('gives a line when its end has come, never before, and no line twice', async () => {
  const path = newPath();
  await writeFile(path, '{"a":1}\n{"b"');
  const follower = new JsonLineFollower(path);

  expect(await look(follower)).toEqual(['1:{"a":1}']);
  await appendFile(path, ':2}');
  expect(await look(follower)).toEqual([]);
  await appendFile(path, '\nno json\n\n3\n');
  expect(await look(follower)).toEqual(['2:{"b":2}', '5:3', '!3']);
  expect(await look(follower)).toEqual([]);
});

test('reads no byte twice', async () => {
  const path = newPath();
  const progress: number[] = [];
  await writeFile(path, '1\n');
  const follower = new JsonLineFollower(path, { onProgress: ({ bytes }) => progress.push(bytes) });
  await look(follower);
  await appendFile(path, '"half');
  await look(follower);
  await appendFile(path, ' a line"\n');
  expect(await look(follower)).toEqual(['2:"half a line"']);
  expect(progress).toEqual([2, 7, 16]);
});

test('keeps a character that is cut in two', async () => {
  const path = newPath();
  const line = Buffer.from('"é€😀"\n');
  await writeFile(path, '');
  const follower = new JsonLineFollower(path);
  for (const byte of line.subarray(0, -1)) {
    await appendFile(path, Buffer.of(byte));
    expect(await look(follower)).toEqual([]);
  }
  await appendFile(path, '\n');
  expect(await look(follower)).toEqual(['1:"é€😀"']);
});

test('begins anew when the file was replaced, cut, or written anew in its place', async () => {
  const path = newPath();
  await writeFile(path, '1\n2\n');
  const follower = new JsonLineFollower(path);
  await look(follower);

  await writeFile(`${path}.new`, '3\n4\n5\n');
  await rename(`${path}.new`, path);
  expect(await look(follower)).toEqual(['restarted', '1:3', '2:4', '3:5']);
  await truncate(path, 2);
  expect(await look(follower)).toEqual(['restarted', '1:3']);
  await writeFile(path, '77777777\n8\n');
  expect(await look(follower)).toEqual(['restarted', '1:77777777', '2:8']);
});

test('forgets a record that its writer took back, and gives no line twice for it', async () => {
  const path = newPath();
  await writeFile(path, '1\n{"torn');
  const follower = new JsonLineFollower(path);
  expect(await look(follower)).toEqual(['1:1']);

  await truncate(path, 2);
  expect(await look(follower)).toEqual([]);
  await appendFile(path, '2\n{"torn again');
  expect(await look(follower)).toEqual(['2:2']);
  await truncate(path, 4);
  await appendFile(path, '"longer than what was torn"\n');
  expect(await look(follower)).toEqual(['3:"longer than what was torn"']);
});

test('a file that is not there yet is followed when it comes', async () => {
  const path = newPath();
  const follower = new JsonLineFollower(path);
  await expect(look(follower)).rejects.toMatchObject({ code: 'file_missing' });
  await writeFile(path, '1\n');
  expect(await look(follower)).toEqual(['1:1']);
});

test('a line that is too long is a fault, wherever the looks fall', async () => {
  const path = newPath();
  await writeFile(path, `1\n"${'x'.repeat(30)}`);
  const follower = new JsonLineFollower(path, { maxLineBytes: 20 });
  expect(await look(follower)).toEqual(['1:1']);
  await appendFile(path, `${'x'.repeat(30)}"\n3\n`);
  expect(await look(follower)).toEqual(['3:3', '!2']);
});

test('gives the same lines whatever the pieces in which the file grows', async () => {
  const line = fc.oneof(
    fc.json({ maxDepth: 1 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    fc.constant(''),
  );
  const pieces = fc.tuple(
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 }),
    fc.array(fc.nat(30), { maxLength: 20 }),
    fc.integer({ min: 1, max: 9 }),
  );
  await fc.assert(
    fc.asyncProperty(pieces, async ([lines, cuts, chunkBytes]) => {
      // A line feed at the end: a carriage return alone waits for what follows.
      const bytes = Buffer.from(`${lines.map((parts) => parts.join('')).join('')}"last"\n`);
      const path = newPath();
      await writeFile(path, '');
      const follower = new JsonLineFollower(path, { chunkBytes });
      const seen: string[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        await appendFile(path, bytes.subarray(at, at + cut));
        at = Math.min(bytes.length, at + cut);
        seen.push(...(await look(follower)));
      }
      const whole = newPath();
      await writeFile(whole, bytes);
      expect(seen.sort()).toEqual((await look(new JsonLineFollower(whole))).sort());
    }),
    { seed: 7, numRuns: 60 },
  );
});
