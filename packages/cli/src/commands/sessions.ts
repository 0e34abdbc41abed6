import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS, LOAD_OPTIONS } from './common-options.ts';

/** `stormlog sessions PATH…`: the sessions found, and which one a diagnosis would use. */
export const sessions: Command = {
  name: 'sessions',
  operands: 'PATH…',
  summary: 'list the sessions found, and which one a diagnosis would use',
  description: [
    'The order is that of selection: completed sessions first, the latest before the others. A job of several ranks also has a session put together from those of its ranks; of a restarted job there is one for each attempt.',
  ],
  options: [
    { name: 'job', value: 'ID', description: 'choose among the sessions of this job only' },
    ...LOAD_OPTIONS,
    ...JSON_OPTIONS,
  ],
  examples: ['stormlog sessions run/', "stormlog sessions 'run/**/*.jsonl' --json | jq .selected_session_id"],
  run: runSessions,
};

async function runSessions(
  { positionals, switches, values }: ParsedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  if (positionals.length === 0) throw new UsageError('PATH', 'No input to list', 'Try stormlog sessions run/');
  const [report, { loadInputs }, { sessionsDocument }] = await Promise.all([
    import('@stormlog/report'),
    import('../inputs/load-inputs.ts'),
    import('../documents/sessions-document.ts'),
  ]);
  const strict = switches.has('strict');
  const inputs = await loadInputs(positionals, context, { jobId: values.get('job'), strict });
  const { io, width, color } = context;
  await inputs.showNotices([]);
  const overview = report.describeSessions(inputs.load);
  if (switches.has('json')) {
    const document = sessionsDocument(inputs, overview);
    const pieces = report.renderJsonDocument(document, { nanosecondsAsText: switches.has('ns-as-string') });
    for (const piece of pieces) await io.stdout.write(piece);
  } else if (overview.length > 0) {
    await inputs.separate();
    await io.stdout.write(report.renderSessionTable(overview, { width, color }));
  }
  if (overview.length === 0) await io.stderr.write('no session was found in any input\n');
  return overview.length === 0 || (strict && inputs.invalid) ? EXIT_CODES.invalidInput : EXIT_CODES.ok;
}
