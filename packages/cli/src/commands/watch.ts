import { setTimeout as wait } from 'node:timers/promises';
import type { Diagnosis } from '@stormlog/report';
import { parseCount } from '../arguments/parse-count.ts';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import { STANDARD_INPUT } from '../inputs/standard-input.ts';
import type { Command, CommandContext } from './command.ts';

const DEFAULT_INTERVAL_SECONDS = 2;
const DEFAULT_QUIET_SECONDS = 30;
/** A look may take no more than this share of the time. */
const BUSY_SHARE = 0.2;

/** `stormlog watch PATH…`: the diagnosis of a run that is still being recorded, kept up to date. */
export const watch: Command = {
  name: 'watch',
  operands: 'PATH…',
  summary: 'follow a run while it is recorded, and diagnose it again as records come',
  description: [
    'Reads what has come since the last look only, and never half a line. Nothing has to be there yet: files, sinks and ranks may come later. On a terminal the screen is kept up to date; otherwise the diagnosis is printed again whenever what stands out has changed.',
    'A rank whose session has no end counts as stopped when nothing has come of it for the seconds of --quiet: until then its latest records may be on their way.',
    'Ctrl-C ends it. Exit code 0: it was ended, by Ctrl-C or by --until-ended.',
  ],
  options: [
    { name: 'session', value: 'ID', description: 'watch this session (stormlog sessions lists them)' },
    { name: 'job', value: 'ID', description: 'choose among the sessions of this job only' },
    {
      name: 'interval',
      value: 'SECONDS',
      description: `look so often (default ${DEFAULT_INTERVAL_SECONDS}); less often where a look takes long`,
    },
    {
      name: 'quiet',
      value: 'SECONDS',
      description: `a rank of which nothing came for so long counts as stopped (default ${DEFAULT_QUIET_SECONDS})`,
    },
    { name: 'until-ended', description: 'end when every session has ended; those of a killed process never do' },
  ],
  examples: ['stormlog watch run/', 'stormlog watch run/ --until-ended > diagnosis.txt'],
  run: runWatch,
};

async function runWatch(parsed: ParsedOptions, context: CommandContext): Promise<ExitCode> {
  const { positionals, switches, values } = parsed;
  if (positionals.length === 0) throw new UsageError('PATH', 'No input to watch', 'Try stormlog watch run/');
  if (positionals.includes(STANDARD_INPUT)) {
    throw new UsageError(STANDARD_INPUT, 'Standard input cannot be watched', 'Name the file or folder that is written');
  }
  const { io } = context;
  const intervalMs = 1000 * parseCount('--interval', values.get('interval') ?? String(DEFAULT_INTERVAL_SECONDS));
  const quietMs = 1000 * parseCount('--quiet', values.get('quiet') ?? String(DEFAULT_QUIET_SECONDS));
  const { RunWatch } = await import('../watch/run-watch.ts');
  const { ChangeOutput, ScreenOutput } = await import('../watch/watch-output.ts');
  const run = new RunWatch(positionals, context, {
    sessionId: values.get('session'),
    jobId: values.get('job'),
    quietMs,
  });
  const output = io.stdout.isTerminal ? new ScreenOutput(positionals, context) : new ChangeOutput(positionals, context);
  try {
    for (;;) {
      const began = performance.now();
      const look = await run.look();
      await output.show(look);
      if (switches.has('until-ended') && hasEnded(look.diagnosis) && !look.isNew) break;
      const took = performance.now() - began;
      await wait(Math.max(intervalMs, took / BUSY_SHARE), undefined, { signal: io.signal });
    }
  } catch (error) {
    if (io.signal?.aborted !== true) throw error;
  }
  await output.end();
  return EXIT_CODES.ok;
}

/** True when every session that was loaded has an end. */
function hasEnded(diagnosis: Diagnosis | null): boolean {
  const sessions = diagnosis?.load.sessions ?? [];
  return sessions.length > 0 && sessions.every(({ summary }) => summary.status !== 'running');
}
