import { ArgumentError, formatError, StormlogError } from '@stormlog/records';
import { type OptionDefinition, parseOptions } from './arguments/parse-options.ts';
import { suggest } from './arguments/suggest.ts';
import { UsageError } from './arguments/usage-error.ts';
import type { Command, CommandContext } from './commands/command.ts';
import { COMMANDS } from './commands/command-list.ts';
import { COMMON_OPTIONS } from './commands/common-options.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import type { CommandIo, TextOutput } from './io/command-io.ts';
import { processIo } from './io/process-io.ts';

const DEFAULT_WIDTH = 80;
const TOP_LEVEL_OPTIONS: readonly OptionDefinition[] = [
  ...COMMON_OPTIONS,
  { name: 'version', description: 'show the version (-V)' },
];

/**
 * Runs one command line, such as `['diagnose', 'run/']`, and resolves with its exit code (docs/formats/command-line.md
 * §2). Nothing is thrown: faults become messages on `io.stderr`. The process's own streams are used where `io` is not
 * given.
 */
export async function runCommand(argv: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return await reportFailure(error, argv, io);
  }
}

async function dispatch(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [first, ...words] = argv;
  if (first === undefined) {
    await io.stderr.write(await helpText(null, io));
    return EXIT_CODES.usage;
  }
  if (first.startsWith('-')) return runTopLevel(argv, io);
  if (first === 'help') return showHelp(words, io);
  if (first === 'version') return showVersion(io);
  const command = findCommand(first);
  const parsed = parseOptions(words, [...command.options, ...COMMON_OPTIONS]);
  if (parsed.switches.has('help')) {
    await io.stdout.write(await helpText(command, io));
    return EXIT_CODES.ok;
  }
  return command.run(parsed, contextOf(io, parsed.switches.has('no-color')));
}

async function runTopLevel(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const names = new Set(COMMANDS.map((command) => command.name));
  const at = argv.findIndex((word) => names.has(word));
  if (at > 0 && !argv.includes('--help') && !argv.includes('-h')) {
    const words = [argv[at], ...argv.slice(0, at), ...argv.slice(at + 1)];
    throw new UsageError(argv[0]!, 'The command comes first', `Try stormlog ${words.join(' ')}`);
  }
  const { switches, positionals } = parseOptions(argv, TOP_LEVEL_OPTIONS);
  return switches.has('version') ? showVersion(io) : showHelp(positionals, io);
}

async function showHelp(words: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { positionals } = parseOptions(words, COMMON_OPTIONS);
  const command = positionals[0] === undefined ? null : findCommand(positionals[0]);
  await io.stdout.write(await helpText(command, io));
  return EXIT_CODES.ok;
}

async function showVersion(io: CommandIo): Promise<ExitCode> {
  const { packageVersion } = await import('./package-version.ts');
  await io.stdout.write(`stormlog ${packageVersion()}\n`);
  return EXIT_CODES.ok;
}

async function helpText(command: Command | null, io: CommandIo): Promise<string> {
  const { renderHelp } = await import('./help-text.ts');
  return renderHelp(command, COMMANDS, contextOf(io, false));
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const near = suggest(name, [...COMMANDS.map((candidate) => candidate.name), 'help', 'version']);
  throw new UsageError(
    name,
    `There is no command "${name}"`,
    near === null ? 'stormlog help lists the commands' : `Did you mean stormlog ${near}?`,
  );
}

function contextOf(io: CommandIo, noColor: boolean): CommandContext {
  // An empty NO_COLOR does not count, by the convention of no-color.org.
  const allowed = !noColor && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb';
  return {
    io,
    width: io.stdout.columns ?? DEFAULT_WIDTH,
    messageWidth: io.stderr.columns ?? DEFAULT_WIDTH,
    color: allowed && io.stdout.isTerminal,
    messageColor: allowed && io.stderr.isTerminal,
  };
}

async function reportFailure(error: unknown, argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  if (io.signal?.aborted) {
    await quietly(io.stderr, 'interrupted\n');
    return EXIT_CODES.interrupted;
  }
  const { terminalSafe } = await import('@stormlog/report');
  const lines = formatError(error)
    .split('\n')
    .map((line) => terminalSafe(line));
  if (error instanceof ArgumentError) {
    const command = COMMANDS.some((candidate) => candidate.name === argv[0]) ? ` ${argv[0]}` : '';
    const hint = error instanceof UsageError && error.hint !== null ? `${terminalSafe(error.hint)}\n` : '';
    await quietly(io.stderr, `stormlog: ${lines.join('\n')}\n${hint}stormlog help${command} shows how it is used\n`);
    return EXIT_CODES.usage;
  }
  if (error instanceof StormlogError) {
    await quietly(io.stderr, `stormlog: ${lines.join('\n')}\n`);
    return EXIT_CODES.invalidInput;
  }
  const trace = io.env['STORMLOG_DEBUG'] && error instanceof Error ? `${error.stack}\n` : '';
  const advice = trace === '' ? 'STORMLOG_DEBUG=1 shows where it happened\n' : '';
  await quietly(io.stderr, `stormlog: unexpected error: ${lines.join('\n')}\n${trace}${advice}`);
  return EXIT_CODES.unexpected;
}

async function quietly(output: TextOutput, text: string): Promise<void> {
  // When even stderr cannot be written to, only the exit code is left to tell.
  await output.write(text).catch(() => {});
}
