import type { CommandIo, TextOutput } from '@stormlog/cli';

/** A {@link CommandIo} that keeps what is written. */
export interface MemoryIo extends CommandIo {
  out(): string;
  err(): string;
}

export interface MemoryIoOptions {
  readonly stdin?: string | Uint8Array | undefined;
  readonly env?: Record<string, string> | undefined;
  readonly terminal?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const out: string[] = [];
  const err: string[] = [];
  return {
    stdin: chunksOf(options.stdin),
    stdout: output(out, options),
    stderr: output(err, options),
    env: options.env ?? {},
    signal: options.signal,
    out: () => out.join(''),
    err: () => err.join(''),
  };
}

function output(parts: string[], options: MemoryIoOptions): TextOutput {
  return {
    async write(text) {
      parts.push(text);
    },
    isTerminal: options.terminal ?? false,
    columns: options.terminal ? (options.columns ?? 80) : null,
  };
}

async function* chunksOf(input: string | Uint8Array | undefined): AsyncGenerator<Uint8Array | string> {
  if (input !== undefined) yield input;
}
