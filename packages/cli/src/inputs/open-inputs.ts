import type { CommandIo } from '../io/command-io.ts';
import { expandGlob } from './expand-globs.ts';
import { type SpooledInput, spoolStandardInput } from './standard-input.ts';

/** The inputs of a command as paths that libraries can read. */
export interface OpenInputs {
  readonly paths: readonly string[];
  /** The name to show for a path: `-` for the file that keeps standard input, else the path itself. */
  nameOf(path: string): string;
  /** A text with the path of that file replaced by `-`. */
  rename(text: string): string;
  /** Removes what was kept of standard input. */
  close(): Promise<void>;
}

/**
 * Expands patterns and keeps standard input (`-`, once) in a file. A pattern that matches nothing stays as it is, so that
 * it is reported like any other path that does not exist.
 */
export async function openInputs(operands: readonly string[], io: CommandIo): Promise<OpenInputs> {
  const paths: string[] = [];
  let spooled: SpooledInput | null = null;
  for (const operand of operands) {
    if (operand === '-') {
      if (spooled !== null) continue;
      spooled = await spoolStandardInput(io.stdin, io.signal);
      paths.push(spooled.path);
      continue;
    }
    const matches = await expandGlob(operand);
    paths.push(...(matches.length === 0 ? [operand] : matches));
  }
  const spoolPath = spooled?.path ?? null;
  return {
    paths,
    nameOf: (path) => (path === spoolPath ? '-' : path),
    rename: (text) => (spoolPath === null ? text : text.replaceAll(spoolPath, '-')),
    close: async () => spooled?.remove(),
  };
}
