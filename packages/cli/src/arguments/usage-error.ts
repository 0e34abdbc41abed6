import { ArgumentError } from '@stormlog/records';

/** A command line that cannot be run; always says what to type instead. */
export class UsageError extends ArgumentError {
  readonly hint: string | null;

  constructor(argument: string, message: string, hint: string | null = null) {
    super(argument, message);
    this.hint = hint;
  }
}
