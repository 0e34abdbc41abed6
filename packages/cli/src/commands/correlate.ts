import type { InferenceReport } from '@stormlog/correlation-events';
import type { FileSource } from '@stormlog/files';
import { ConflictError, formatError, InvalidRecordError, type StormlogError } from '@stormlog/records';
import { pagePath } from '../arguments/page-path.ts';
import { parseCount } from '../arguments/parse-count.ts';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import type { RefusedArtifact } from '../documents/correlate-document.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import { STANDARD_INPUT } from '../inputs/standard-input.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS } from './common-options.ts';

const DEFAULT_TOP = 10;

/** `stormlog correlate ARTIFACT…`: GPU time of iterations and devices, requests, and what could not be placed. */
export const correlate: Command = {
  name: 'correlate',
  operands: 'ARTIFACT…',
  summary: 'resolve the events of inference artifacts and account their GPU time',
  description: [
    'Shows how long the GPU was busy by device and by iteration, the slowest requests with their stages, and what could not be placed: activities of no iteration, activities that were not measured, references to what no event reports. Artifacts of one run are put together.',
    'An artifact with an invalid line, or that contradicts another, is left out as a whole and told on stderr. Exit code 5: no artifact could be used, or --strict met a bad one.',
  ],
  options: [
    { name: 'top', value: 'N', description: `iterations, requests and references listed (default ${DEFAULT_TOP})` },
    { name: 'html', value: 'FILE', description: 'also write a page with a time axis to this file, for a browser' },
    { name: 'strict', description: 'exit with 5 when an artifact had to be left out' },
    ...JSON_OPTIONS,
  ],
  examples: [
    'stormlog correlate serve.jsonl',
    'stormlog correlate serve.jsonl --html serve.html',
    "stormlog correlate --json 'run/*.jsonl' | jq '.runs[].device_totals'",
  ],
  run: runCorrelate,
};

async function runCorrelate(
  { positionals, switches, values }: ParsedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  if (positionals.length === 0) {
    throw new UsageError('ARTIFACT', 'No artifact to read', 'Try stormlog correlate serve.jsonl');
  }
  const page = pagePath(values);
  if (page !== null && positionals.includes(STANDARD_INPUT)) {
    throw new UsageError(
      '--html',
      'A page needs artifacts that can be read twice',
      'Write standard input to a file first',
    );
  }
  const top = parseCount('--top', values.get('top') ?? String(DEFAULT_TOP));
  const [{ accountInferenceRuns }, report, { openInputs }, { createLoadProgress }] = await Promise.all([
    import('@stormlog/correlation-events'),
    import('@stormlog/report'),
    import('../inputs/open-inputs.ts'),
    import('../io/load-progress.ts'),
  ]);
  const { io, width, color } = context;
  const sources = [...new Set(await openInputs(positionals, io))];
  const progress = createLoadProgress(context);
  const refused: RefusedArtifact[] = [];
  let reports: Awaited<ReturnType<typeof accountInferenceRuns>>;
  try {
    reports = await accountInferenceRuns(sources, {
      signal: io.signal,
      onRefused: (source, error) => refused.push({ path: nameOf(source), error }),
      onProgressOf: (source, { bytes, totalBytes }) => progress.show({ path: nameOf(source), bytes, totalBytes }),
    });
  } finally {
    await progress.clear();
  }
  for (const { error } of refused) {
    await io.stderr.write(`left out: ${report.terminalSafe(refusalText(error))}\n`);
  }
  const used = sources.length - refused.length;
  if (switches.has('json')) {
    const { correlateDocument } = await import('../documents/correlate-document.ts');
    const document = correlateDocument(sources.map(nameOf), refused, reports);
    const pieces = report.renderJsonDocument(document, { nanosecondsAsText: switches.has('ns-as-string') });
    for (const piece of pieces) await io.stdout.write(piece);
  } else if (reports.length > 0) {
    await io.stdout.write(report.renderCorrelationReport(reports, { width, color, top }));
  }
  const isEmpty = reports.every(({ account }) => account.run_id === null);
  if (page !== null && !isEmpty) {
    const paths = sources.filter(
      (source) => typeof source === 'string' && !refused.some(({ path }) => path === source),
    );
    if (!(await writeHtml(page, paths.map(nameOf), reports, context))) return EXIT_CODES.unexpected;
  }
  if (isEmpty) await io.stderr.write('nothing to account: no input gave a correlation event\n');
  return isEmpty || used === 0 || (switches.has('strict') && refused.length > 0)
    ? EXIT_CODES.invalidInput
    : EXIT_CODES.ok;
}

async function writeHtml(
  page: string,
  paths: readonly string[],
  reports: readonly InferenceReport[],
  { io }: CommandContext,
): Promise<boolean> {
  const [{ renderHtmlCorrelation }, { writePage }, { loadCorrelationRuns }] = await Promise.all([
    import('@stormlog/report'),
    import('../io/write-page.ts'),
    import('../inputs/load-correlation-runs.ts'),
  ]);
  return await writePage(page, renderHtmlCorrelation(await loadCorrelationRuns(paths, reports, io.signal)), io);
}

function nameOf(source: FileSource): string {
  return typeof source === 'string' ? source : source.name;
}

/** Place and first fault on one line; `stormlog validate` lists all of them. */
function refusalText(error: StormlogError): string {
  const isPlaced = error instanceof InvalidRecordError || error instanceof ConflictError;
  const place = isPlaced ? [error.path, error.line].filter((part) => part !== null).join(':') : '';
  return place === '' ? formatError(error) : `${place}: ${error.message}`;
}
