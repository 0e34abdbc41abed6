export { EXIT_CODES, type ExitCode } from './exit-codes.ts';
export type { CommandIo, TextOutput } from './io/command-io.ts';
export { runCommand } from './run-command.ts';
export { startCommandLine } from './start-command-line.ts';
