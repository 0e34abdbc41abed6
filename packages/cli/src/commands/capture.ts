import type { AppendedCapture } from '@stormlog/capture';
import type { ParsedOptions } from '../arguments/parse-options.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { Command, CommandContext } from './command.ts';
import { JSON_OPTIONS } from './common-options.ts';

/** One of the engine, one of the traces. */
const CAPABILITY_EVENTS = 2;
const EXAMPLE = 'Try stormlog capture append serve.jsonl --run-id run-7 --session session.json --engine engine.jsonl';

/** `stormlog capture append ARTIFACT`: adds evidence from files to an artifact and registers it in the run envelope. */
export const capture: Command = {
  name: 'capture',
  operands: 'append ARTIFACT',
  summary: 'append evidence of a server and its traces to an inference artifact',
  description: [
    'Checks the whole artifact and all evidence first, links activities of traces to iterations, then adds the events to the artifact and rows for session, artifact and traces to the run envelope. When anything is refused, both files stay as they are.',
    'Needs --run-id and --session. Appending again after a failure is always right.',
  ],
  options: [
    { name: 'run-id', value: 'ID', description: 'the run of the artifact and of all evidence' },
    { name: 'session', value: 'FILE', description: 'JSON file with the summary of the session' },
    {
      name: 'envelope',
      value: 'FILE',
      description: 'the run envelope (default: stormlog_run.json beside the artifact)',
    },
    { name: 'engine', value: 'FILE', description: 'artifact whose events are what the server saw' },
    { name: 'trace', value: 'FILE', description: 'artifact whose events are what traces hold' },
    {
      name: 'attach',
      value: 'ID=PATH',
      repeatable: true,
      description: 'register a raw trace under this id, titled by its file name; may be given again',
    },
    {
      name: 'kineto',
      value: 'FILE',
      repeatable: true,
      description: 'trace of the PyTorch profiler, plain or gzip, to read and register; may be given again',
    },
    {
      name: 'nsys',
      value: 'FILE',
      repeatable: true,
      description: 'report of Nsight Systems, exported to SQLite (.sqlite), to read and register; may be given again',
    },
    {
      name: 'device-uuid',
      value: '[TRACE:]INDEX=UUID',
      repeatable: true,
      description:
        'which GPU a device of the traces is: without it a Kineto trace gives no GPU time; may be given again',
    },
    { name: 'dry-run', description: 'check everything and write nothing' },
    ...JSON_OPTIONS,
  ],
  examples: [
    'stormlog capture append serve.jsonl --run-id run-7 --session session.json --engine engine.jsonl',
    'stormlog capture append serve.jsonl --run-id run-7 --session session.json --attach kineto:r0=trace.json --dry-run',
  ],
  run: runCapture,
};

async function runCapture(parsed: ParsedOptions, context: CommandContext): Promise<ExitCode> {
  const { positionals, switches, values } = parsed;
  const [action, artifact, ...others] = positionals;
  if (action !== 'append') throw new UsageError('append', 'capture has one action: append', EXAMPLE);
  if (artifact === undefined) throw new UsageError('ARTIFACT', 'No artifact to append to', EXAMPLE);
  if (others.length > 0) throw new UsageError('ARTIFACT', 'One artifact is appended to at a time', EXAMPLE);
  const runId = values.get('run-id');
  const sessionFile = values.get('session');
  if (runId === undefined) throw new UsageError('--run-id', 'capture append needs --run-id', EXAMPLE);
  if (sessionFile === undefined) throw new UsageError('--session', 'capture append needs --session', EXAMPLE);
  const [{ appendInferenceCapture }, { captureComponents }, { readSession }, report] = await Promise.all([
    import('@stormlog/capture'),
    import('../inputs/capture-components.ts'),
    import('../inputs/read-session.ts'),
    import('@stormlog/report'),
  ]);
  const { io } = context;
  const appended = await appendInferenceCapture(artifact, {
    runId,
    session: await readSession(sessionFile, io.signal),
    envelopePath: values.get('envelope'),
    ...(await captureComponents(parsed)),
    dryRun: switches.has('dry-run'),
    signal: io.signal,
  });
  if (switches.has('json')) {
    const pieces = report.renderJsonDocument(captureDocument(appended), {
      nanosecondsAsText: switches.has('ns-as-string'),
    });
    for (const piece of pieces) await io.stdout.write(piece);
  } else {
    const lines = describe(appended, report.counted).map((line) => `${report.terminalSafe(line)}\n`);
    await io.stdout.write(lines.join(''));
  }
  return EXIT_CODES.ok;
}

function captureDocument(appended: AppendedCapture) {
  return {
    format: 'stormlog.capture',
    schema_version: 1,
    artifact: appended.artifactPath,
    envelope: appended.envelopePath,
    written: appended.written,
    existing_records: appended.existingRecords,
    engine_events: appended.engineEvents,
    trace_events: appended.traceEvents,
    linked_activities: appended.linkedActivities,
    rows: appended.rows,
    artifact_bytes: appended.artifactBytes,
    added_session: appended.addedSession,
    added_attachments: appended.addedAttachments,
  };
}

function describe(appended: AppendedCapture, counted: (count: number, what: string) => string): string[] {
  const verb = appended.written ? 'added' : 'would add';
  const { engineEvents, traceEvents, linkedActivities } = appended;
  const contexts = appended.rows - engineEvents - traceEvents - CAPABILITY_EVENTS;
  const registered = [
    ...(appended.addedSession ? ['the session'] : []),
    ...appended.addedAttachments.map((id) => `attachment ${id}`),
  ];
  return [
    `${appended.artifactPath}: ${verb} ${counted(appended.rows, 'row')} to ${appended.existingRecords}: ${counted(engineEvents, 'event')} of the engine, ${traceEvents} of traces (${linkedActivities} linked), ${CAPABILITY_EVENTS} on capabilities, ${contexts} that define contexts`,
    `${appended.envelopePath}: ${registered.length === 0 ? 'has all of it already' : `${verb} ${registered.join(', ')}`}`,
    ...(appended.written ? [] : ['nothing was written']),
  ];
}
