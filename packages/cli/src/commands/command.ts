import type { OptionDefinition, ParsedOptions } from '../arguments/parse-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { CommandIo } from '../io/command-io.ts';

/** One command: what the help says about it, and what it does. Its libraries are loaded when it runs, not before. */
export interface Command {
  readonly name: string;
  /** The words after the name in the usage line, such as `PATH…`. */
  readonly operands: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What the page of this command says below the summary; lines are wrapped for the terminal. */
  readonly description: readonly string[];
  readonly options: readonly OptionDefinition[];
  readonly examples: readonly string[];
  run(parsed: ParsedOptions, context: CommandContext): Promise<ExitCode>;
}

/** What a command works with: the outside world and how to write to its terminal. */
export interface CommandContext {
  readonly io: CommandIo;
  /** Columns to write for on stdout. */
  readonly width: number;
  /** Columns to write messages for on stderr. */
  readonly messageWidth: number;
  readonly color: boolean;
  readonly messageColor: boolean;
}
