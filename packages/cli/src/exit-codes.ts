/** What the process's exit code says (docs/formats/command-line.md §2). 4 is reserved. */
export const EXIT_CODES = {
  /** The command did its work; no finding reached `--fail-on`. */
  ok: 0,
  /** Something happened that is a fault of this program. */
  unexpected: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** A finding reached the severity of `--fail-on`. */
  findings: 3,
  /** No input could be used, or `--strict` or `validate` met an invalid one. */
  invalidInput: 5,
  /** Interrupted from the keyboard. */
  interrupted: 130,
} as const;

/** One of {@link EXIT_CODES}. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
