// A process that replaces a file: PATH BYTES. Prints the code of the error, if there is one.
import { StormlogError } from '@stormlog/records';
import { replaceFile } from '../src/index.ts';

const [path = '', bytes = '0'] = process.argv.slice(2);
try {
  await replaceFile(path, (writer) => writer.write('n'.repeat(Number(bytes))));
  process.stdout.write('done');
} catch (error) {
  if (!(error instanceof StormlogError)) throw error;
  process.stdout.write(error.code);
}
