import { parseArgs } from 'node:util';
import { suggest } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/** One `--option` of a command. */
export interface OptionDefinition {
  readonly name: string;
  /** What follows the option in the help, such as `ID`; absent for a switch. */
  readonly value?: string | undefined;
  /** The words allowed as the value. */
  readonly choices?: readonly string[] | undefined;
  /** May be given several times; its values are in `lists`. */
  readonly repeatable?: boolean | undefined;
  readonly description: string;
}

/** What was typed after the command's name. */
export interface ParsedOptions {
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** The values of repeatable options, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['h', 'help'],
  ['V', 'version'],
]);

/**
 * Splits the words of a command line into options and positionals. `-` is a positional, `--` ends the options.
 *
 * @throws UsageError for an unknown option (with a suggestion), a missing, surplus or unknown value, or an option given twice
 */
export function parseOptions(words: readonly string[], definitions: readonly OptionDefinition[]): ParsedOptions {
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      definitions.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const switches = new Set<string>();
  const values = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const name = token.rawName.startsWith('--') ? token.name : (SHORT_NAMES.get(token.name) ?? token.name);
    const definition = known.get(name);
    if (definition === undefined) throw unknownOption(token.rawName, [...known.keys()]);
    const shown = `--${name}`;
    if (switches.has(name) || values.has(name)) throw new UsageError(shown, `${shown} is given twice`);
    if (definition.value === undefined) {
      if (token.value !== undefined) throw new UsageError(shown, `${shown} takes no value`);
      switches.add(name);
    } else if (definition.repeatable === true) {
      const value = optionValue(definition, token.value, token.inlineValue ?? false);
      lists.set(name, [...(lists.get(name) ?? []), value]);
    } else {
      values.set(name, optionValue(definition, token.value, token.inlineValue ?? false));
    }
  }
  return { switches, values, lists, positionals };
}

function optionValue(definition: OptionDefinition, value: string | undefined, inline: boolean): string {
  const shown = `--${definition.name}`;
  if (value === undefined || (!inline && value.length > 1 && value.startsWith('-'))) {
    const hint = value === undefined ? null : `A value that starts with a dash is written ${shown}=${value}`;
    throw new UsageError(shown, `${shown} needs a value: ${shown} ${definition.value}`, hint);
  }
  if (definition.choices !== undefined && !definition.choices.includes(value)) {
    const near = suggest(value, definition.choices);
    const hint = near === null ? null : `Did you mean ${shown} ${near}?`;
    throw new UsageError(shown, `${shown} must be ${definition.choices.join(' or ')}, not "${value}"`, hint);
  }
  return value;
}

function unknownOption(rawName: string, known: readonly string[]): UsageError {
  const near = suggest(rawName.replace(/^-+/, ''), known);
  return new UsageError(
    rawName,
    `There is no option ${rawName}`,
    near === null ? 'A file whose name starts with a dash is given after --' : `Did you mean --${near}?`,
  );
}
