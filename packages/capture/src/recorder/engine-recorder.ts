import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CorrelationContext,
  type EntityRef,
  type InferenceEvent,
  type InferenceEventType,
  isInferenceEvent,
  parseInferenceRecord,
} from '@stormlog/correlation-events';
import { ArgumentError, isJsonObject, type JsonObject, StormlogError } from '@stormlog/records';
import { systemEnvironment } from '@stormlog/sessions';
import { captureCapabilities } from '../protocol/capture-capabilities.ts';
import type { CaptureContext, EngineAdapter, EngineCapture } from '../protocol/components.ts';
import { ending } from './ending.ts';
import { type EventDestination, KeptEvents, WrittenEvents } from './kept-events.ts';
import { checkRecorderOptions, type EngineRecorderOptions, recorderContext } from './recorder-options.ts';
import type { EngineRecorderStats } from './recorder-stats.ts';
import { type RequestSampler, shareSampler } from './sampling.ts';
import { isCountOrNothing, isOrderedSpan, isRef, isText, NO_METADATA } from './sound-fields.ts';
import type {
  IterationEnd,
  IterationFields,
  MemberFields,
  RequestEnd,
  RequestFields,
  SizeFields,
  StageEnd,
  StageFields,
} from './span-fields.ts';
import {
  IterationSpan,
  RequestSpan,
  type SpanRecorder,
  type StageOwner,
  StageSpan,
  UNRECORDED_STAGE,
} from './spans.ts';
import { parseTraceParent } from './trace-parent.ts';

/** The producer of request references that come from a `traceparent` header. */
export const TRACE_CONTEXT_PRODUCER = 'w3c.trace-context';

const KINDS = ['requests', 'iterations', 'stages', 'memberships'] as const;

/**
 * Records what a server does while it serves: requests, iterations, their stages and memberships
 * (docs/formats/recording.md §5–§8). Spans are recorded when they end, into an artifact that is open (`writer`), or into
 * memory for `appendInferenceCapture`, whose engine adapter a recorder is.
 *
 * Nothing here throws into the code that is being served: what cannot be recorded is counted and told to `onError`.
 */
export class EngineRecorder implements EngineAdapter {
  readonly context: CorrelationContext;
  readonly #options: EngineRecorderOptions;
  readonly #destination: EventDestination;
  readonly #keeps: boolean;
  readonly #sampler: RequestSampler;
  readonly #clock: () => bigint;
  readonly #current: AsyncLocalStorage<RequestSpan> | null;
  readonly #prefix: string;
  readonly #spans: SpanRecorder;
  readonly #reported = new Set<string>();
  readonly #collected = new Set<(typeof KINDS)[number]>();
  #ids = 0;
  #recorded = 0;
  #dropped = 0;
  #refused = 0;
  #sampledOut = 0;
  #withoutOwner = 0;
  #redactionFailures = 0;

  /**
   * @throws InvalidRecordError for a context that cannot be, with every fault and its field
   * @throws ArgumentError for other options that cannot be
   */
  constructor(options: EngineRecorderOptions) {
    const { maxEvents } = checkRecorderOptions(options);
    const { environment = systemEnvironment(), sample = 1, writer } = options;
    this.#options = options;
    this.context = recorderContext(options.context, environment);
    this.#keeps = writer === undefined;
    this.#destination = writer === undefined ? new KeptEvents(maxEvents) : new WrittenEvents(writer);
    this.#sampler = typeof sample === 'number' ? shareSampler(sample, options.random ?? Math.random) : sample;
    this.#clock = options.clockNs ?? process.hrtime.bigint;
    this.#current = options.asyncContext === true ? new AsyncLocalStorage() : null;
    // Several recorders of one session, as in a cluster, name different things.
    this.#prefix = `${environment.newId().replaceAll('-', '').slice(0, 12)}-`;
    this.#spans = {
      endRequest: (span, end) => this.#endRequest(span, end),
      endIteration: (span, end) => this.#endIteration(span, end),
      endStage: (span, end) => this.#endStage(span, end),
    };
  }

  /** Now, on the clock of the events. */
  nowNs(): bigint {
    return this.#clock();
  }

  /** A request arrives. It is recorded when the span ends. */
  request(fields: RequestFields = {}): RequestSpan {
    const traceparent = parseTraceParent(fields.traceparent);
    const attempt = fields.attempt_ref ?? this.#newRef('a');
    const request =
      fields.request_ref ??
      (traceparent === null
        ? this.#newRef('r')
        : { producer_id: TRACE_CONTEXT_PRODUCER, id: `${traceparent.trace_id}-${traceparent.parent_id}` });
    let isSampled = true;
    try {
      isSampled = this.#sampler({ request_ref: request, traceparent });
    } catch (error) {
      this.#report('sampler', error);
    }
    if (!isSampled) this.#sampledOut++;
    const start = fields.start_ns ?? this.#clock();
    return new RequestSpan(this.#spans, request, attempt, fields.backend_request_ref ?? null, start, isSampled);
  }

  /** A step of the engine begins. It is recorded when the span ends. */
  iteration(fields: IterationFields = {}): IterationSpan {
    const ref = fields.iteration_ref ?? this.#newRef('i');
    return new IterationSpan(this.#spans, ref, fields.batch_ref ?? null, fields.start_ns ?? this.#clock());
  }

  /**
   * A part of a request or iteration begins. It is recorded when the span ends, unless its request is sampled out.
   *
   * @param owner default: the current request of {@link withRequest}
   */
  stage(name: string, owner?: StageOwner | undefined, fields?: StageFields): StageSpan {
    const given = owner ?? this.currentRequest();
    if (given === null) return this.#stageWithoutOwner();
    let request: RequestSpan | undefined;
    let iteration: IterationSpan | undefined;
    if (given instanceof RequestSpan) request = given;
    else if (given instanceof IterationSpan) iteration = given;
    else ({ request, iteration } = given);
    if (request === undefined && iteration === undefined) return this.#stageWithoutOwner();
    if (request?.isSampled === false) return UNRECORDED_STAGE;
    const start = fields?.start_ns ?? this.#clock();
    return new StageSpan(this.#spans, name, request?.request_ref ?? null, iteration?.iteration_ref ?? null, start);
  }

  /** A request takes part in an iteration; nothing is recorded of one that is sampled out. */
  member(request: RequestSpan, iteration: IterationSpan, fields: MemberFields = {}): void {
    if (!request.isSampled) return;
    const { role = 'member' } = fields;
    const event: InferenceEvent = {
      schema_version: 2,
      event_type: 'infer.membership',
      context: this.context,
      event_id: this.#newId('m'),
      metadata: this.#metadata(fields.metadata, 'infer.membership'),
      request_ref: request.request_ref,
      iteration_ref: iteration.iteration_ref,
      role,
      attempt_ref: request.attempt_ref,
      input_tokens: fields.input_tokens ?? null,
      output_tokens: fields.output_tokens ?? null,
      kv_bytes: fields.kv_bytes ?? null,
    };
    this.#record(event, isText(role) && hasSizes(fields) && hasRefs(request) && isRef(iteration.iteration_ref));
  }

  /**
   * Does work as a stage that ends by itself, also when the work throws or its promise rejects; the error passes
   * unchanged, and the stage's metadata says `"failed": true`. Without an owner it is of the current request of
   * {@link withRequest}.
   */
  span<Answer>(name: string, work: (stage: StageSpan) => Answer): Answer;
  span<Answer>(name: string, owner: StageOwner | undefined, work: (stage: StageSpan) => Answer): Answer;
  span<Answer>(
    name: string,
    ownerOrWork: StageOwner | undefined | ((stage: StageSpan) => Answer),
    work?: (stage: StageSpan) => Answer,
  ): Answer {
    const [owner, task] = typeof ownerOrWork === 'function' ? [undefined, ownerOrWork] : [ownerOrWork, work];
    if (task === undefined) throw new ArgumentError('work', 'span needs work to do');
    const stage = this.stage(name, owner);
    return ending(
      () => task(stage),
      (failed) => stage.end(failed ? { metadata: { failed: true } } : undefined),
    );
  }

  /**
   * Serves a request that ends by itself when the work is done: with status `ok`, or `error` when it throws or its promise
   * rejects; the error passes unchanged. A status that the work ends it with counts instead. With `asyncContext`, everything
   * that the work calls knows it as {@link currentRequest}.
   */
  withRequest<Answer>(fields: RequestFields, work: (request: RequestSpan) => Answer): Answer {
    const request = this.request(fields);
    return ending(
      () => (this.#current === null ? work(request) : this.#current.run(request, work, request)),
      (failed) => request.end({ status: failed ? 'error' : 'ok' }),
    );
  }

  /** The request that {@link withRequest} is serving here; null outside, and without `asyncContext`. */
  currentRequest(): RequestSpan | null {
    return this.#current?.getStore() ?? null;
  }

  /**
   * What has been kept since the last call, which is handed over: keep the answer to try again when an append fails. With a
   * writer there are no events in it.
   *
   * @throws ArgumentError for another run or session than the recorder's; nothing is handed over then
   */
  collect(context: Pick<CaptureContext, 'runId' | 'sessionId'>): EngineCapture {
    const { run_id: runId, session_id: sessionId } = this.context;
    if (context.runId !== runId) throw new ArgumentError('runId', `the recorder is of run ${JSON.stringify(runId)}`);
    if (context.sessionId !== sessionId) {
      throw new ArgumentError('sessionId', `the recorder is of session ${JSON.stringify(sessionId)}`);
    }
    return {
      capabilities: captureCapabilities({
        supported: KINDS,
        enabled: KINDS,
        collected: KINDS.filter((kind) => this.#collected.has(kind)),
      }),
      events: this.#destination.drain(),
      summary: { ...this.stats() },
    };
  }

  /** What has been recorded, and what has not. */
  stats(): EngineRecorderStats {
    return {
      recorded_events: this.#recorded,
      kept_events: this.#destination.kept,
      dropped_events: this.#dropped,
      refused_events: this.#refused,
      sampled_out_requests: this.#sampledOut,
      stages_without_owner: this.#withoutOwner,
      redaction_failures: this.#redactionFailures,
    };
  }

  #endRequest(span: RequestSpan, end: RequestEnd = {}): void {
    const endNs = end.end_ns ?? this.#clock();
    const status = end.status ?? null;
    const event: InferenceEvent = {
      schema_version: 2,
      event_type: 'infer.request',
      context: this.context,
      event_id: this.#newId('q'),
      metadata: this.#metadata(end.metadata, 'infer.request'),
      request_ref: span.request_ref,
      attempt_ref: span.attempt_ref,
      backend_request_ref: span.backend_request_ref,
      start_ns: span.start_ns,
      end_ns: endNs,
      status,
      input_tokens: end.input_tokens ?? null,
      output_tokens: end.output_tokens ?? null,
      kv_bytes: end.kv_bytes ?? null,
    };
    const isSound =
      hasRefs(span) &&
      (span.backend_request_ref === null || isRef(span.backend_request_ref)) &&
      (status === null || isText(status)) &&
      isOrderedSpan(span.start_ns, endNs) &&
      hasSizes(end);
    this.#record(event, isSound);
  }

  #endIteration(span: IterationSpan, end: IterationEnd = {}): void {
    const endNs = end.end_ns ?? this.#clock();
    const event: InferenceEvent = {
      schema_version: 2,
      event_type: 'infer.iteration',
      context: this.context,
      event_id: this.#newId('e'),
      metadata: this.#metadata(end.metadata, 'infer.iteration'),
      iteration_ref: span.iteration_ref,
      batch_ref: span.batch_ref,
      start_ns: span.start_ns,
      end_ns: endNs,
    };
    const isSound =
      isRef(span.iteration_ref) &&
      (span.batch_ref === null || isRef(span.batch_ref)) &&
      isOrderedSpan(span.start_ns, endNs);
    this.#record(event, isSound);
  }

  #endStage(span: StageSpan, end: StageEnd | undefined): void {
    const endNs = end?.end_ns ?? this.#clock();
    const { name, request_ref: request, iteration_ref: iteration, start_ns: startNs } = span;
    const id = this.#newId('s');
    const event: InferenceEvent = {
      schema_version: 2,
      event_type: 'infer.stage',
      context: this.context,
      event_id: id,
      metadata: this.#metadata(end?.metadata, 'infer.stage', name),
      stage_ref: { producer_id: this.context.producer_id, id },
      name,
      request_ref: request,
      iteration_ref: iteration,
      start_ns: startNs,
      end_ns: endNs,
      input_tokens: end?.input_tokens ?? null,
      output_tokens: end?.output_tokens ?? null,
      kv_bytes: end?.kv_bytes ?? null,
    };
    const isSound =
      isText(name) &&
      (request === null || isRef(request)) &&
      (iteration === null || isRef(iteration)) &&
      isOrderedSpan(startNs, endNs) &&
      (end === undefined || hasSizes(end));
    this.#record(event, isSound);
  }

  /** @param isSound the fields of its own satisfy the rules; metadata is another matter */
  #record(event: InferenceEvent, isSound: boolean): void {
    // Metadata belongs to the caller and is copied where the event outlives the call.
    const { metadata } = event;
    const asIs = isSound && (metadata === NO_METADATA || (!this.#keeps && isJsonObject(metadata)));
    const recorded = asIs ? event : this.#checked(event);
    if (recorded === null) return;
    if (this.#destination.take(recorded)) {
      this.#recorded++;
      this.#collected.add(kindOf(event.event_type));
    } else {
      this.#dropped++;
    }
  }

  #checked(event: InferenceEvent): InferenceEvent | null {
    try {
      const parsed = parseInferenceRecord(event);
      if (isInferenceEvent(parsed)) return parsed;
    } catch (error) {
      this.#report(error instanceof StormlogError ? error.code : 'event', error);
    }
    this.#refused++;
    return null;
  }

  #metadata(given: JsonObject | undefined, eventType: InferenceEventType, name?: string): JsonObject {
    if (given === undefined) return NO_METADATA;
    const { redact } = this.#options;
    if (redact === undefined) return given;
    try {
      return redact(given, { event_type: eventType, name });
    } catch (error) {
      this.#redactionFailures++;
      this.#report('redact', error);
      return NO_METADATA;
    }
  }

  #stageWithoutOwner(): StageSpan {
    this.#withoutOwner++;
    return UNRECORDED_STAGE;
  }

  #newId(kind: string): string {
    return this.#prefix + kind + ++this.#ids;
  }

  #newRef(kind: string): EntityRef {
    return { producer_id: this.context.producer_id, id: this.#newId(kind) };
  }

  #report(reason: string, error: unknown): void {
    if (this.#reported.has(reason)) return;
    this.#reported.add(reason);
    const coded =
      error instanceof StormlogError ? error : new ArgumentError(reason, `${reason}: ${error}`, { cause: error });
    try {
      this.#options.onError?.(coded);
    } catch {
      // Whoever listens must not break what is being served.
    }
  }
}

function hasSizes({ input_tokens: input, output_tokens: output, kv_bytes: kv }: SizeFields): boolean {
  return isCountOrNothing(input) && isCountOrNothing(output) && isCountOrNothing(kv);
}

function hasRefs({ request_ref: request, attempt_ref: attempt }: RequestSpan): boolean {
  return isRef(request) && isRef(attempt);
}

function kindOf(eventType: InferenceEventType): (typeof KINDS)[number] {
  if (eventType === 'infer.request') return 'requests';
  if (eventType === 'infer.iteration') return 'iterations';
  return eventType === 'infer.stage' ? 'stages' : 'memberships';
}
