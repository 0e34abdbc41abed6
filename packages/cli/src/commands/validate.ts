import { parseCount } from '../arguments/parse-count.ts';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS } from './common-options.ts';

const DEFAULT_LIMIT = 100;

/** `stormlog validate FILE…`: every fault of the files, with file, line and field. */
export const validate: Command = {
  name: 'validate',
  operands: 'FILE…',
  summary: 'check record files: every fault with file, line and field',
  description: [
    'Reads telemetry files (JSON Lines, JSON, CSV, sink manifests, rollups, timelines) and inference artifacts, and lists what is wrong with each record as it is written. Of a folder every such file in it is checked.',
    'Exit code 0: all valid. 5: at least one fault, or nothing on standard input.',
  ],
  options: [
    {
      name: 'limit',
      value: 'N',
      description: `faults listed for each file (default ${DEFAULT_LIMIT}); all are counted`,
    },
    ...JSON_OPTIONS,
  ],
  examples: [
    'stormlog validate rank_0.jsonl',
    'stormlog validate --json run/ | jq .faults',
    'zcat big.jsonl.gz | stormlog validate -',
  ],
  run: runValidate,
};

async function runValidate(
  { positionals, switches, values }: ParsedOptions,
  context: CommandContext,
): Promise<ExitCode> {
  if (positionals.length === 0) throw new UsageError('FILE', 'No file to check', 'Try stormlog validate rank_0.jsonl');
  const limit = parseCount('--limit', values.get('limit') ?? String(DEFAULT_LIMIT));
  const [{ validateRecords }, report, { openInputs }, { createLoadProgress }] = await Promise.all([
    import('../inputs/validate-records.ts'),
    import('@stormlog/report'),
    import('../inputs/open-inputs.ts'),
    import('../io/load-progress.ts'),
  ]);
  const { io } = context;
  const progress = createLoadProgress(context);
  const paint = report.createPaint(context.color);
  const asJson = switches.has('json');
  const files: FileReport[] = [];
  const faults: Fault[] = [];
  let listed = 0;
  let isSpecialFile = false;
  let vacant = false;
  try {
    for (const source of await openInputs(positionals, io)) {
      const filesBefore = files.length;
      const found = validateRecords(source, {
        limit,
        signal: io.signal,
        onProgress: progress.show,
        onReport: (file) => files.push(file),
      });
      for await (const fault of found) {
        listed++;
        isSpecialFile ||= fault.code === 'not_a_file';
        if (asJson) faults.push(fault);
        else {
          await progress.clear();
          await io.stdout.write(`${report.renderFault(fault, paint)}\n`);
        }
      }
      const name = report.terminalSafe(typeof source === 'string' ? source : source.name);
      if (files.length === filesBefore) {
        vacant = true;
        await io.stderr.write(
          `${name}: no telemetry file or artifact in this folder; name a file to check it whatever it is called\n`,
        );
      }
      for (const file of files.slice(filesBefore).filter(isEmpty)) {
        // What writes to a pipe may have failed; a file may well have no record yet.
        if (typeof source !== 'string') vacant = true;
        await io.stderr.write(`${report.terminalSafe(file.path)}: no record in it, so nothing was checked\n`);
      }
    }
    if (isSpecialFile) await io.stderr.write('for a pipe use - (standard input)\n');
  } finally {
    await progress.clear();
  }
  if (asJson) {
    const document = { format: 'stormlog.validate', schema_version: 1, ...totalsOf(files, vacant), files, faults };
    const pieces = report.renderJsonDocument(document, { nanosecondsAsText: switches.has('ns-as-string') });
    for (const piece of pieces) await io.stdout.write(piece);
  } else if (!vacant || !files.every(isEmpty)) {
    await io.stdout.write(report.renderFaultSummary(files, listed, paint));
  }
  return !vacant && isSound(files) ? EXIT_CODES.ok : EXIT_CODES.invalidInput;
}

type FileReport = import('../inputs/validate-records.ts').FileReport;
type Fault = import('../inputs/validate-records.ts').FileFault;

function totalsOf(files: readonly FileReport[], vacant: boolean) {
  const sum = (key: 'records' | 'invalid' | 'legacy' | 'faults') => files.reduce((total, file) => total + file[key], 0);
  return {
    valid: !vacant && isSound(files),
    records: sum('records'),
    invalid_records: sum('invalid'),
    legacy_records: sum('legacy'),
    fault_count: sum('faults'),
  };
}

function isEmpty(file: FileReport): boolean {
  return file.kind === 'json_lines' && file.records === 0 && file.faults === 0;
}

function isSound(files: readonly FileReport[]): boolean {
  return files.length > 0 && files.every((file) => file.faults === 0);
}
