import { wrapText } from '@stormlog/report';
import type { OptionDefinition } from './arguments/parse-options.ts';
import type { Command, CommandContext } from './commands/command.ts';
import { COMMON_OPTIONS } from './commands/common-options.ts';

/** The page about one command, or about all of them when `command` is null. */
export function renderHelp(command: Command | null, commands: readonly Command[], context: CommandContext): string {
  const width = Math.max(40, Math.min(context.width, 100));
  return `${(command === null ? overview(commands, width) : page(command, width)).join('\n')}\n`;
}

function overview(commands: readonly Command[], width: number): string[] {
  const entries = commands.map((command): Entry => [`${command.name} ${command.operands}`, command.summary]);
  return [
    'stormlog: find out which rank of a distributed job went wrong first',
    '',
    'Usage: stormlog COMMAND PATH… [options]',
    '',
    ...list([...entries, ['help [COMMAND]', 'how a command is used']], width),
    '',
    ...wrapText(
      'A PATH is a file, a folder, a pattern in quotes, or - for JSONL on standard input; .gz files are read as they are.',
      width,
    ),
    ...wrapText('Options of every command: --no-color, --help; stormlog --version shows the version.', width),
    '',
    'Start with: stormlog diagnose run/',
  ];
}

function page(command: Command, width: number): string[] {
  const options = [...command.options, ...COMMON_OPTIONS].map((option): Entry => [spelled(option), option.description]);
  return [
    `Usage: stormlog ${command.name} ${command.operands} [options]`,
    '',
    ...wrapText(`${command.summary}.`, width),
    '',
    ...command.description.flatMap((paragraph) => [...wrapText(paragraph, width), '']),
    'Options:',
    ...list(options, width),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ];
}

type Entry = readonly [term: string, text: string];

function spelled(option: OptionDefinition): string {
  return option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`;
}

function list(entries: readonly Entry[], width: number): string[] {
  const column = Math.max(...entries.map(([term]) => term.length)) + 4;
  return entries.flatMap(([term, text]) =>
    wrapText(`  ${term}`.padEnd(column) + text, width, column).map((line) => line.trimEnd()),
  );
}
