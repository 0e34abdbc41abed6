import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS, LOAD_OPTIONS } from './common-options.ts';

/** `stormlog runs PATH…`: the runs, sessions and attachments found, with what is there of them. */
export const runs: Command = {
  name: 'runs',
  operands: 'PATH…',
  summary: 'list the runs, their sessions and attachments, and what is missing',
  description: [
    'Runs are declared by stormlog_run.json files; the sessions that none of them names make a run for each job. Attachments are looked for but never opened.',
  ],
  options: [
    { name: 'root', value: 'DIR', description: 'only look for attachments in this folder, and report those outside' },
    ...LOAD_OPTIONS,
    ...JSON_OPTIONS,
  ],
  examples: ['stormlog runs runs/', 'stormlog runs runs/ --root runs/ --json | jq .runs[].run_id'],
  run: runRuns,
};

async function runRuns({ positionals, switches, values }: ParsedOptions, context: CommandContext): Promise<ExitCode> {
  if (positionals.length === 0) throw new UsageError('PATH', 'No input to list', 'Try stormlog runs runs/');
  const [report, { openCatalog }, { isInvalidInput }, { runsDocument }] = await Promise.all([
    import('@stormlog/report'),
    import('../inputs/open-catalog.ts'),
    import('../inputs/invalid-input.ts'),
    import('../documents/runs-document.ts'),
  ]);
  const strict = switches.has('strict');
  const { io, width, color, messageWidth, messageColor } = context;
  const { overview, warnings } = await openCatalog(positionals, context, { root: values.get('root'), strict });
  if (warnings.length > 0) {
    const paint = report.createPaint(messageColor);
    const lines = report.renderNotices(warnings, { width: messageWidth, paint, base: process.cwd() });
    if (lines.length > 0) await io.stderr.write(`${lines.join('\n')}\n`);
  }
  const isEmpty = overview.runs.length === 0 && overview.sessions.length === 0 && overview.attachments.length === 0;
  if (switches.has('json')) {
    const document = runsDocument(overview, warnings);
    const pieces = report.renderJsonDocument(document, { nanosecondsAsText: switches.has('ns-as-string') });
    for (const piece of pieces) await io.stdout.write(piece);
  } else if (!isEmpty) {
    await io.stdout.write(report.renderRunTables(overview, { width, color }));
  }
  if (isEmpty) await io.stderr.write('no run was found in any input\n');
  const isInvalid = warnings.some(({ code }) => isInvalidInput(code));
  return isEmpty || (strict && isInvalid) ? EXIT_CODES.invalidInput : EXIT_CODES.ok;
}
