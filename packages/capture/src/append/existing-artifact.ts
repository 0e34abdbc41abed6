import {
  type ContextRegistry,
  CorrelationRecordDecoder,
  entityKey,
  eventIdentity,
  type InferenceEvent,
  type InferenceRecord,
  InferenceResolver,
  isInferenceEvent,
  readInferenceBatches,
} from '@stormlog/correlation-events';
import type { ReadProgress } from '@stormlog/files';
import { ConflictError, describeValue, InvalidRecordError, isJsonObject, type JsonValue } from '@stormlog/records';
import { IdentityLedger } from '../identity/identity-ledger.ts';

/** What an append needs to know of the artifact as it was. */
export interface ExistingArtifact {
  /** The contexts it defines. */
  readonly registry: ContextRegistry;
  /** The identities of its events. */
  readonly ledger: IdentityLedger;
  /** Its first event that disagrees with an earlier one; null when all agree. */
  readonly conflict: PlacedEvent | null;
  /** Events and legacy rows. */
  readonly records: number;
}

/** An event and the line of the artifact on which it stands, null for a new one. */
export interface PlacedEvent {
  readonly event: InferenceEvent;
  readonly line: number | null;
}

/** Whose evidence is appended. */
export interface CaptureIdentity {
  readonly runId: string;
  readonly sessionId: string;
}

/** How the artifact is read. */
export interface ReadExistingOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  readonly chunkBytes?: number | undefined;
}

/**
 * Reads the artifact, as a stream and typed, and refuses one that belongs to another session or run; that is looked at
 * once every line has proved readable (docs/formats/capture.md §4.2).
 *
 * @throws InvalidRecordError for the first unusable line, else `session_mismatch` or `run_mismatch` with its line
 * @throws ConflictError for a context id defined twice
 * @throws ArtifactError when it cannot be read
 */
export async function readExistingArtifact(
  path: string,
  identity: CaptureIdentity,
  options: ReadExistingOptions,
): Promise<ExistingArtifact> {
  const decoder = new CorrelationRecordDecoder();
  const ledger = new IdentityLedger();
  let conflict: PlacedEvent | null = null;
  let mismatch: InvalidRecordError | null = null;
  let records = 0;
  for await (const batch of readInferenceBatches(path, { ...options, decoder })) {
    records += batch.records.length;
    for (let i = 0; i < batch.records.length; i++) {
      const record = batch.records[i]!;
      mismatch ??= mismatchOf(record, identity);
      if (mismatch !== null && mismatch.line === null) mismatch = mismatch.at({ path, line: batch.lines[i]! });
      if (conflict === null && isInferenceEvent(record) && ledger.add(record) === 'conflict') {
        conflict = { event: record, line: batch.lines[i]! };
      }
    }
  }
  if (mismatch !== null) throw mismatch;
  return { registry: decoder.registry, ledger, conflict, records };
}

/**
 * The error for an event that disagrees with an earlier one, which is looked for again.
 *
 * @param earlier new events that came before it
 */
export async function conflictError(
  path: string,
  conflict: PlacedEvent,
  earlier: Iterable<InferenceEvent>,
  options: ReadExistingOptions,
): Promise<ConflictError> {
  const search = new ConflictSearch(conflict.event);
  try {
    reading: for await (const batch of readInferenceBatches(path, { signal: options.signal })) {
      for (let i = 0; i < batch.records.length; i++) {
        const record = batch.records[i]!;
        if (batch.lines[i] === conflict.line) break reading;
        if (isInferenceEvent(record)) search.compare(record);
      }
    }
    for (const event of earlier) search.compare(event);
  } catch (error) {
    if (error instanceof ConflictError) return conflict.line === null ? error : error.at({ path, line: conflict.line });
    throw error;
  }
  const identity = eventIdentity(conflict.event);
  return new ConflictError(`event ${JSON.stringify(conflict.event.event_id)} was reported before, differently`, {
    identity,
  });
}

/** Finds the event that another one disagrees with, and lets the resolver say how. */
class ConflictSearch {
  readonly #event: InferenceEvent;
  readonly #identity: string;
  readonly #entity: string | null;

  constructor(event: InferenceEvent) {
    this.#event = event;
    this.#identity = eventIdentity(event);
    this.#entity = entityKey(event);
  }

  /** @throws ConflictError when the two disagree */
  compare(earlier: InferenceEvent): void {
    const isSameEntity =
      this.#entity !== null && earlier.event_type === this.#event.event_type && entityKey(earlier) === this.#entity;
    if (!isSameEntity && eventIdentity(earlier) !== this.#identity) return;
    const resolver = new InferenceResolver();
    resolver.add(earlier);
    resolver.add(this.#event);
  }
}

function mismatchOf(record: InferenceRecord, { runId, sessionId }: CaptureIdentity): InvalidRecordError | null {
  if (isInferenceEvent(record)) {
    const { session_id, run_id } = record.context;
    return differs('context.session_id', session_id, sessionId) ?? differs('context.run_id', run_id, runId);
  }
  const context = Object.hasOwn(record, 'context') ? record['context'] : undefined;
  if (!isJsonObject(context)) {
    const session = Object.hasOwn(record, 'session_id') ? record['session_id'] : undefined;
    return differs('session_id', session, sessionId);
  }
  const session = Object.hasOwn(context, 'session_id') ? context['session_id'] : undefined;
  const run = Object.hasOwn(context, 'run_id') ? context['run_id'] : undefined;
  return differs('context.session_id', session, sessionId) ?? differs('context.run_id', run, runId);
}

/** What is absent or null contradicts nothing. */
export function differs(field: string, found: JsonValue | undefined, expected: string): InvalidRecordError | null {
  if (found === undefined || found === null || found === expected) return null;
  const isRun = field.endsWith('run_id');
  const text = `${field} is ${describeValue(found)}, but the ${isRun ? 'run' : 'session'} is ${describeValue(expected)}`;
  return new InvalidRecordError(isRun ? 'run_mismatch' : 'session_mismatch', text, { field });
}
