import type { OptionDefinition } from '../arguments/parse-options.ts';

/** Options that every command has. */
export const COMMON_OPTIONS: readonly OptionDefinition[] = [
  { name: 'no-color', description: 'never use colour (the environment variable NO_COLOR does the same)' },
  { name: 'help', description: 'show this page (-h)' },
];

/** Options of every command that can print one JSON document. */
export const JSON_OPTIONS: readonly OptionDefinition[] = [
  { name: 'json', description: 'print one JSON document instead of text' },
  {
    name: 'ns-as-string',
    description: 'in JSON, quote nanoseconds for readers that would round them',
  },
];

/** Options of every command that loads telemetry. */
export const LOAD_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'strict',
    description: 'refuse a file with an invalid record as a whole, and exit with 5 when there is one',
  },
];
