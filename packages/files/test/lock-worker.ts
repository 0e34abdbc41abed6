// A process of the lock tests: `add PATH COUNT`, or `hold PATH`, which prints and never lets go.
import { readFile } from 'node:fs/promises';
import { replaceFile, withFileLock } from '../src/index.ts';

const [command, path = '', count = '0'] = process.argv.slice(2);

if (command === 'add') {
  for (let i = 0; i < Number(count); i++) {
    await withFileLock(path, { deadlineMs: 120_000 }, async () => {
      const lines = await readFile(path, 'utf8');
      await replaceFile(path, (writer) => writer.write(`${lines}${process.pid}-${i}\n`), { sync: false });
    });
  }
} else {
  await withFileLock(path, {}, async () => {
    process.stdout.write('held\n');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
}
