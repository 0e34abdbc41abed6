import { printableText } from '@stormlog/records';

/** A path with its control characters escaped, for messages; the rules are those of `printableText`. */
export function printablePath(path: string): string {
  return printableText(path);
}
