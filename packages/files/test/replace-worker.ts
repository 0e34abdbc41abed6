// A process that replaces a file: PATH BYTES [PRACTICE]. Prints `done`, or the code of the error.
// With a file to practise on it replaces that one first, prints `ready`, and goes on at the first byte of its input: then
// everything is loaded, and the system calls that follow are those of one replacement.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { StormlogError } from '@stormlog/records';
import { replaceFile } from '../src/index.ts';

const [path = '', bytes = '0', practice] = process.argv.slice(2);
const content = 'n'.repeat(Number(bytes));
if (practice !== undefined) {
  await replaceFile(practice, (writer) => writer.write(content));
  writeSync(1, 'ready\n');
  await once(process.stdin, 'data');
}
writeSync(1, await outcome());
// No orderly end, which would have system calls of its own.
if (practice !== undefined) process.kill(process.pid, 'SIGKILL');

async function outcome(): Promise<string> {
  try {
    await replaceFile(path, (writer) => writer.write(content));
    return 'done';
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    return error.code;
  }
}
