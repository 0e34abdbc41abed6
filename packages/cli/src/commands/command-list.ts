import { capture } from './capture.ts';
import type { Command } from './command.ts';
import { correlate } from './correlate.ts';
import { diagnose } from './diagnose.ts';
import { repair } from './repair.ts';
import { runs } from './runs.ts';
import { sessions } from './sessions.ts';
import { validate } from './validate.ts';
import { watch } from './watch.ts';

/** The commands in the order of the help. */
export const COMMANDS: readonly Command[] = [diagnose, watch, sessions, runs, correlate, capture, repair, validate];
