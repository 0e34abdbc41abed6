import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { streamOutput } from '../src/io/stream-output.ts';

class FakeStream extends EventEmitter {
  readonly written: string[] = [];
  accepts = true;

  write(text: string, done?: () => void): boolean {
    if (text !== '') this.written.push(text);
    if (done) queueMicrotask(done);
    return this.accepts;
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('streams of the process', () => {
  test('a slow reader is waited for', async () => {
    const stream = new FakeStream();
    const output = streamOutput(stream);
    stream.accepts = false;
    let done = false;
    const write = output.write('a').then(() => {
      done = true;
    });
    await Promise.resolve();
    expect(done).toBe(false);
    stream.emit('drain');
    await write;
    expect(done).toBe(true);
    expect(stream.listenerCount('drain')).toBe(0);
  });

  test('a reader that closed the pipe ends the output in silence', async () => {
    const stream = new FakeStream();
    const output = streamOutput(stream);
    stream.accepts = false;
    const write = output.write('a');
    stream.emit('error', systemError('EPIPE'));
    await write;
    await output.write('b');
    await output.finish();
    expect(stream.written).toEqual(['a']);
  });

  test('a full disk is an error of the next write, and of the end', async () => {
    const stream = new FakeStream();
    const output = streamOutput(stream);
    await output.write('a');
    stream.emit('error', systemError('ENOSPC'));
    await expect(output.write('b')).rejects.toThrow('ENOSPC');
    await expect(output.finish()).rejects.toThrow('ENOSPC');
  });

  test('only a terminal has columns', () => {
    const stream = Object.assign(new FakeStream(), { isTTY: true, columns: 120 });
    expect(streamOutput(stream)).toMatchObject({ isTerminal: true, columns: 120 });
    expect(streamOutput(new FakeStream())).toMatchObject({ isTerminal: false, columns: null });
  });
});
