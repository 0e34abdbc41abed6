import type {
  AnomalyCandidate,
  ArtifactLoadResult,
  Cause,
  DistributedDiagnosticsModel,
} from '@stormlog/distributed-diagnostics';
import { pagePath } from '../arguments/page-path.ts';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { LoadedInputs } from '../inputs/load-inputs.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS, LOAD_OPTIONS } from './common-options.ts';

/** `stormlog diagnose PATH…`: who is missing, who is unlike the others, what came first. */
export const diagnose: Command = {
  name: 'diagnose',
  operands: 'PATH…',
  summary: 'load the telemetry of all ranks and find out which one went wrong first',
  description: [
    'Shows which ranks are there and which are missing, when each was last seen and whether its session completed, how its memory grew, what came first, in which phase, how sure that is, and what to look at next. What had to be skipped is told on stderr; everything else is still diagnosed.',
    'Exit code 0: something was diagnosed. 3: a finding reached --fail-on (a missing rank is critical). 5: no input could be used, or --strict met an invalid one.',
  ],
  options: [
    { name: 'session', value: 'ID', description: 'diagnose this session (stormlog sessions lists them)' },
    { name: 'job', value: 'ID', description: 'choose among the sessions of this job only' },
    { name: 'ranks', value: 'LIST', description: 'show only these ranks, such as 0-3,7' },
    { name: 'html', value: 'FILE', description: 'also write a page with charts to this file, for a browser' },
    { name: 'timelines', description: 'with --json, include the counters over time of each rank' },
    {
      name: 'fail-on',
      value: 'SEVERITY',
      choices: ['warning', 'critical'],
      description: 'exit with 3 when a finding is at least this severe: warning or critical',
    },
    ...LOAD_OPTIONS,
    ...JSON_OPTIONS,
  ],
  examples: [
    'stormlog diagnose run/',
    'stormlog diagnose run/ --html report.html',
    'stormlog diagnose rank_*.jsonl --fail-on critical',
    'stormlog diagnose run/ --json --ranks 0-3 | jq .model.rows',
  ],
  run: runDiagnose,
};

async function runDiagnose(parsed: ParsedOptions, context: CommandContext): Promise<ExitCode> {
  const { positionals, switches, values } = parsed;
  if (positionals.length === 0) throw new UsageError('PATH', 'No input to diagnose', 'Try stormlog diagnose run/');
  if (switches.has('timelines') && !switches.has('json')) {
    throw new UsageError('--timelines', '--timelines adds to the JSON document: give --json too');
  }
  const page = pagePath(values);
  const [diagnostics, { loadInputs }] = await Promise.all([
    import('@stormlog/distributed-diagnostics'),
    import('../inputs/load-inputs.ts'),
  ]);
  const filter = values.get('ranks');
  // A filter that cannot be read is known before anything is loaded.
  if (filter !== undefined) diagnostics.parseRankFilter(filter, [0]);
  const strict = switches.has('strict');
  const inputs = await loadInputs(positionals, context, {
    sessionId: values.get('session'),
    jobId: values.get('job'),
    strict,
  });
  const { load } = inputs;
  const ranks = filter === undefined ? undefined : chosenRanks(filter, load, diagnostics);
  const summaries = Array.from(diagnostics.groupEventsByRank(load.events).values(), diagnostics.summarizeRank);
  const model = diagnostics.combineRankSummaries(summaries, { ranks });
  const causes = diagnostics.explainRun({ load, summaries }, { ranks });
  // An interrupt during the analysis, which does not yield, is heard here.
  context.io.signal?.throwIfAborted();
  // That there are no events is said once more below, in the words of this command.
  await inputs.showNotices(model.warnings.filter((warning) => warning.code !== 'no_events'));
  if (!switches.has('json') && load.events.length > 0) await inputs.separate();
  await (switches.has('json')
    ? writeJson(inputs, { model, causes }, parsed, context)
    : writeReport(inputs, { model, causes }, filter !== undefined, context));
  if (page !== null && load.events.length > 0) {
    const candidates = diagnostics.collectAnomalyCandidates(load.events, { ranks });
    const found = { model, causes, candidates, filtered: filter !== undefined };
    if (!(await writeHtml(page, inputs, found, context))) return EXIT_CODES.unexpected;
  }
  if (load.events.length === 0) {
    await context.io.stderr.write('nothing to diagnose: no input gave a telemetry event\n');
    return EXIT_CODES.invalidInput;
  }
  if (strict && inputs.invalid) {
    await context.io.stderr.write('--strict: not every input could be used as it is, see the warnings above\n');
    return EXIT_CODES.invalidInput;
  }
  return (await reaches(values.get('fail-on'), inputs, { model, causes })) ? EXIT_CODES.findings : EXIT_CODES.ok;
}

interface Findings {
  readonly model: DistributedDiagnosticsModel;
  readonly causes: readonly Cause[];
}

type Diagnostics = typeof import('@stormlog/distributed-diagnostics');

/** @throws UsageError when the filter names no rank of the data */
function chosenRanks(filter: string, load: ArtifactLoadResult, diagnostics: Diagnostics): ReadonlySet<number> {
  const expected = diagnostics.expectedRanks(load.events);
  const chosen = diagnostics.parseRankFilter(filter, expected);
  if (chosen.size === 0 && expected.length > 0) {
    throw new UsageError(
      '--ranks',
      `--ranks ${filter} names none of the ranks of this run, 0 to ${expected.at(-1)}`,
      'Leave --ranks out to see them all',
    );
  }
  return chosen;
}

async function writeReport(
  inputs: LoadedInputs,
  { model, causes }: Findings,
  filtered: boolean,
  { io, width, color }: CommandContext,
): Promise<void> {
  if (inputs.load.events.length === 0) return;
  const { renderTerminalReport } = await import('@stormlog/report');
  await io.stdout.write(
    renderTerminalReport(
      { load: inputs.load, model, causes, totals: inputs.totals, unusablePaths: inputs.unusablePaths, filtered },
      { width, color },
    ),
  );
}

async function writeHtml(
  path: string,
  { load, totals, unusablePaths, notices }: LoadedInputs,
  found: Findings & { readonly candidates: readonly AnomalyCandidate[]; readonly filtered: boolean },
  { io }: CommandContext,
): Promise<boolean> {
  const [{ renderHtmlReport }, { writePage }] = await Promise.all([
    import('@stormlog/report'),
    import('../io/write-page.ts'),
  ]);
  const shown = [...notices, ...found.model.warnings];
  const page = renderHtmlReport({ load, totals, unusablePaths, notices: shown, ...found }, { base: process.cwd() });
  io.signal?.throwIfAborted();
  return await writePage(path, page, io);
}

async function writeJson(
  inputs: LoadedInputs,
  { model, causes }: Findings,
  { switches }: ParsedOptions,
  { io }: CommandContext,
): Promise<void> {
  const [{ renderJsonDocument }, { diagnoseDocument }] = await Promise.all([
    import('@stormlog/report'),
    import('../documents/diagnose-document.ts'),
  ]);
  const document = diagnoseDocument(inputs, { model, causes }, { timelines: switches.has('timelines') });
  const pieces = renderJsonDocument(document, { nanosecondsAsText: switches.has('ns-as-string') });
  for (const piece of pieces) await io.stdout.write(piece);
}

/** True when an indicator of the model, or something that stands out in the report, is at least as severe as asked. */
async function reaches(
  failOn: string | undefined,
  { load, unusablePaths }: LoadedInputs,
  { model, causes }: Findings,
): Promise<boolean> {
  if (failOn === undefined) return false;
  const { describeRanks, observeRun } = await import('@stormlog/report');
  const observed = observeRun(load, describeRanks(load, model), { unusablePaths, causes });
  const findings = [...model.indicators, ...observed];
  return findings.some(({ severity }) => severity === 'critical' || (failOn === 'warning' && severity === 'warning'));
}
