import type { CommandIo } from './command-io.ts';
import { type StreamOutput, streamOutput } from './stream-output.ts';

/** The process's own streams and environment. */
export function processIo(signal?: AbortSignal): CommandIo & { readonly stdout: StreamOutput } {
  return {
    // Not touched before a command reads it: opening it would keep the process alive.
    get stdin() {
      return process.stdin;
    },
    stdout: streamOutput(process.stdout),
    stderr: streamOutput(process.stderr),
    env: process.env,
    signal,
  };
}
