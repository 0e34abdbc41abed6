import type { FileSource } from '@stormlog/files';
import { UsageError } from '../arguments/usage-error.ts';
import type { CommandIo } from '../io/command-io.ts';
import { expandGlob } from './expand-globs.ts';
import { STANDARD_INPUT, standardInputBytes } from './standard-input.ts';

/**
 * The operands of a command as sources that libraries can read: patterns expanded, `-` as the stream of standard input
 * (once). A pattern that matches nothing stays as it is, so that it is reported like any other path that does not exist.
 *
 * @throws UsageError for an empty operand, which would stand for the working folder
 */
export async function openInputs(operands: readonly string[], io: CommandIo): Promise<FileSource[]> {
  const sources: FileSource[] = [];
  let usesStandardInput = false;
  for (const operand of operands) {
    if (operand === '') {
      throw new UsageError(
        'PATH',
        'An input is an empty text',
        'Perhaps a variable of the shell is not set; . is this folder',
      );
    }
    if (operand === STANDARD_INPUT) {
      if (!usesStandardInput) sources.push({ name: STANDARD_INPUT, stream: standardInputBytes(io.stdin, io.signal) });
      usesStandardInput = true;
      continue;
    }
    const matches = await expandGlob(operand);
    sources.push(...(matches.length === 0 ? [operand] : matches));
  }
  return sources;
}
