import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { InferenceEvent } from '@stormlog/correlation-events';
import { type HeldFileLock, joinPath, releaseAfter, systemError } from '@stormlog/files';
import { ArgumentError, ArtifactError, InvalidRecordError } from '@stormlog/records';
import { RUN_ENVELOPE_FILENAME } from '@stormlog/run-catalog/envelope';
import { systemEnvironment } from '@stormlog/sessions';
import { linkTraceActivities } from '../link/link-trace-activities.ts';
import { RowEncoder, type RowTransport } from '../writer/row-encoder.ts';
import type { AppendCaptureOptions, AppendedCapture, AppendProgress } from './append-options.ts';
import { lockArtifact } from './artifact-lock.ts';
import { captureCapabilityEvents } from './capability-events.ts';
import { atStage, withStage } from './capture-stage.ts';
import { checkedEvents, collectCaptures } from './collect-captures.ts';
import { conflictError, type ExistingArtifact, type PlacedEvent, readExistingArtifact } from './existing-artifact.ts';
import { type PreparedEnvelope, prepareEnvelope, type Registration } from './prepare-envelope.ts';
import { replaceBoth } from './replace-both.ts';

const LF = 10;

/**
 * Appends what a server and its traces know to an inference artifact, and registers artifact, session and traces in the
 * run's envelope (docs/formats/capture.md §4). Everything is collected and checked, and both new files are complete on
 * the disk, before the first of them takes its place; whatever fails before that changes nothing. Repeating a call that
 * failed is always right.
 *
 * @param artifactPath of a JSONL file that is there; a link is written through
 * @throws InvalidRecordError, ConflictError, ArgumentError, ArtifactError: all name the step that refused in `stage`.
 *   `artifact_in_use` when a writer holds the artifact; `durability_unknown` when a file is in place but may not survive a
 *   power loss, or its lock could not be removed. What a component throws passes unchanged.
 */
export async function appendInferenceCapture(
  artifactPath: string,
  options: AppendCaptureOptions,
): Promise<AppendedCapture> {
  await atStage('arguments', () => checkArguments(artifactPath, options));
  if (options.lock === false || options.dryRun === true) return await append(artifactPath, options, null);
  const lock = await atStage('lock', () => lockArtifact(artifactPath, options));
  const named = { path: artifactPath, stage: 'append_artifact' };
  return await releaseAfter(lock, named, () => append(artifactPath, options, lock));
}

async function append(
  artifactPath: string,
  options: AppendCaptureOptions,
  lock: HeldFileLock | null,
): Promise<AppendedCapture> {
  const { runId, session, signal, environment = systemEnvironment(), dryRun = false, transport = 'v4' } = options;
  const identity = { runId, sessionId: session.session_id };
  const progress = (step: AppendProgress['step']) => ({
    signal,
    onProgress: ({ bytes, totalBytes }: { bytes: number; totalBytes: number | null }) =>
      options.onProgress?.({ step, bytes, totalBytes }),
  });
  const existing = await atStage('existing_artifact', () =>
    readExistingArtifact(artifactPath, identity, progress('check')),
  );
  const captures = await collectCaptures(options.engineAdapter, options.traceCollector, { ...identity, signal });
  const { engineEvents, traceEvents } = await atStage('adapter_events', () => ({
    engineEvents: checkedEvents('engine adapter', captures.engine, identity),
    traceEvents: checkedEvents('trace collector', captures.trace, identity),
  }));
  const linkedEvents = linkTraceActivities(engineEvents, traceEvents);
  const capabilityEvents = await atStage('capability_event', () =>
    captureCapabilityEvents(captures, runId, session, environment),
  );
  const events: readonly InferenceEvent[] = [...engineEvents, ...linkedEvents, ...capabilityEvents];
  const registration: Registration = {
    artifactPath,
    envelopePath: options.envelopePath || joinPath(dirname(artifactPath), RUN_ENVELOPE_FILENAME),
    runId,
    session,
    attachments: captures.trace?.attachments ?? [],
  };
  const prepare = async (): Promise<PreparedEnvelope> => {
    const envelope = await prepareEnvelope(registration, signal);
    await atStage('attachment_reference', () => checkAttachmentReferences(events, envelope));
    return envelope;
  };
  let envelope = await prepare();
  await atStage('combined_events', () => checkIdentities(artifactPath, existing, events, signal));
  signal?.throwIfAborted();
  const rows = new RowLines(events, existing, transport);
  let artifactBytes: number | null = null;
  if (dryRun) {
    for (const _ of rows) signal?.throwIfAborted();
  } else {
    const copying = { ...progress('copy'), operations: options.fileOperations };
    const written = await replaceBoth(artifactPath, registration.envelopePath, () => rows, prepare, {
      ...copying,
      artifactLock: lock,
      lock: options.lock !== false,
      environment,
      lockDeadlineMs: options.lockDeadlineMs,
    });
    artifactBytes = written.artifactBytes;
    envelope = written.envelope;
  }
  return {
    artifactPath,
    envelopePath: registration.envelopePath,
    written: !dryRun,
    existingRecords: existing.records,
    engineEvents: engineEvents.length,
    traceEvents: traceEvents.length,
    linkedActivities: linkedEvents.filter(isLinked).length,
    rows: rows.count,
    artifactBytes,
    addedSession: envelope.addedSession,
    addedAttachments: envelope.addedAttachments,
  };
}

async function checkArguments(artifactPath: string, options: AppendCaptureOptions): Promise<void> {
  let isFile: boolean;
  try {
    isFile = (await stat(artifactPath)).isFile();
  } catch (error) {
    throw systemError(error, artifactPath, 'arguments');
  }
  if (!isFile) {
    throw new ArtifactError('not_a_file', 'an artifact must be a file', { path: artifactPath, stage: 'arguments' });
  }
  if (artifactPath.endsWith('.gz')) {
    throw new ArgumentError('artifactPath', 'a compressed artifact cannot be appended to');
  }
  if (typeof options.runId !== 'string' || options.runId === '') {
    throw new ArgumentError('runId', 'runId must be a non-empty text');
  }
  options.signal?.throwIfAborted();
}

function checkAttachmentReferences(events: readonly InferenceEvent[], envelope: PreparedEnvelope): void {
  for (const event of events) {
    if (event.event_type !== 'infer.activity_ref' || event.trace_attachment_id === null) continue;
    if (envelope.attachmentIds.has(event.trace_attachment_id)) continue;
    const [id, attachment] = [event.event_id, event.trace_attachment_id].map((text) => JSON.stringify(text));
    const text = `activity ${id} names attachment ${attachment}, which the run envelope does not have`;
    throw new InvalidRecordError('field_invalid', text, { field: 'trace_attachment_id' });
  }
}

async function checkIdentities(
  path: string,
  existing: ExistingArtifact,
  events: readonly InferenceEvent[],
  signal: AbortSignal | undefined,
): Promise<void> {
  let conflict: PlacedEvent | null = existing.conflict;
  let earlier = 0;
  for (; conflict === null && earlier < events.length; earlier++) {
    const event = events[earlier]!;
    if (existing.ledger.add(event) === 'conflict') conflict = { event, line: null };
  }
  if (conflict !== null) throw await conflictError(path, conflict, events.slice(0, earlier - 1), { signal });
}

function isLinked(event: InferenceEvent): boolean {
  return event.event_type === 'infer.activity_ref' && event.attribution_status === 'linked';
}

/** The lines of events with their ends, made while they are read, once; each is good until the next is read. */
class RowLines implements Iterable<Uint8Array> {
  /** Rows made so far. */
  count = 0;
  readonly #events: readonly InferenceEvent[];
  readonly #encoder: RowEncoder;

  constructor(events: readonly InferenceEvent[], { registry }: ExistingArtifact, transport: RowTransport) {
    this.#events = events;
    this.#encoder = new RowEncoder(transport, registry);
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (const event of this.#events) {
      const { bytes, length } = this.#encode(event);
      this.#encoder.commit();
      this.count += bytes.indexOf(LF) === length - 1 ? 1 : 2;
      yield bytes.subarray(0, length);
    }
  }

  #encode(event: InferenceEvent): { readonly bytes: Uint8Array; readonly length: number } {
    try {
      return this.#encoder.encode(event);
    } catch (error) {
      throw withStage(error, 'serialize');
    }
  }
}
