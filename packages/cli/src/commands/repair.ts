import type { RepairedArtifact } from '@stormlog/capture';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS } from './common-options.ts';

/** `stormlog repair ARTIFACT…`: sets torn tails aside. */
export const repair: Command = {
  name: 'repair',
  operands: 'ARTIFACT…',
  summary: 'set the cut-off last line of an artifact aside, so that it can be appended to again',
  description: [
    'A writer that was killed can leave half a record at the end. Its bytes go into a file beside the artifact, ARTIFACT.torn-OFFSET; nothing is deleted. An artifact whose end is sound is left alone.',
    'Other faults are not looked for: stormlog validate lists them.',
  ],
  options: JSON_OPTIONS,
  examples: ['stormlog repair serve.jsonl'],
  run: runRepair,
};

async function runRepair({ positionals, switches }: ParsedOptions, context: CommandContext): Promise<ExitCode> {
  if (positionals.length === 0)
    throw new UsageError('ARTIFACT', 'No artifact to repair', 'Try stormlog repair serve.jsonl');
  const [{ repairInferenceArtifact }, report, { formatError, StormlogError }] = await Promise.all([
    import('@stormlog/capture'),
    import('@stormlog/report'),
    import('@stormlog/records'),
  ]);
  const { io } = context;
  const asJson = switches.has('json');
  const artifacts: RepairedArtifact[] = [];
  const failures: { readonly path: string; readonly code: string; readonly message: string }[] = [];
  for (const path of positionals) {
    try {
      const repaired = await repairInferenceArtifact(path, { signal: io.signal });
      artifacts.push(repaired);
      if (!asJson) await io.stdout.write(`${report.terminalSafe(describe(repaired))}\n`);
    } catch (error) {
      if (!(error instanceof StormlogError) || error.code === 'argument_invalid') throw error;
      failures.push({ path, code: error.code, message: error.message });
      await io.stderr.write(`stormlog: ${report.terminalSafe(formatError(error))}\n`);
    }
  }
  if (asJson) {
    const rows = artifacts.map(({ path, torn, offset, bytes, setAsidePath }) => ({
      path,
      torn,
      offset,
      bytes,
      set_aside: setAsidePath,
    }));
    const document = { format: 'stormlog.repair', schema_version: 1, artifacts: rows, failures };
    const pieces = report.renderJsonDocument(document, { nanosecondsAsText: switches.has('ns-as-string') });
    for (const piece of pieces) await io.stdout.write(piece);
  }
  return failures.length === 0 ? EXIT_CODES.ok : EXIT_CODES.invalidInput;
}

function describe({ path, torn, offset, bytes, setAsidePath }: RepairedArtifact): string {
  if (!torn) return `${path}: its end is sound`;
  return `${path}: set ${bytes} bytes of a cut-off last line aside in ${setAsidePath}; it ends at ${offset} bytes now`;
}
