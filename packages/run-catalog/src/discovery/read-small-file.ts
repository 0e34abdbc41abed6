import { close, constants, open, read } from 'node:fs';

const BUFFER_BYTES = 16 * 1024;
const spare: Buffer[] = [];

/**
 * The bytes of a file that is shorter than 16 KiB, in as few calls as can be; null for any other file and for whatever
 * goes wrong, which a slower reader then explains. A short read is taken for the end of the file, so bytes that turn out
 * to be incomplete must be read again too. The bytes are valid until the callback returns.
 */
export function readSmallFile<Result>(path: string, use: (bytes: Buffer) => Result): Promise<Result | null> {
  return new Promise((resolve) => {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (openFault, file) => {
      if (openFault !== null) return resolve(null);
      const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
      read(file, buffer, 0, BUFFER_BYTES, 0, (readFault, length) => {
        close(file, () => undefined);
        try {
          resolve(readFault === null && length > 0 && length < BUFFER_BYTES ? use(buffer.subarray(0, length)) : null);
        } catch {
          resolve(null);
        } finally {
          spare.push(buffer);
        }
      });
    });
  });
}
