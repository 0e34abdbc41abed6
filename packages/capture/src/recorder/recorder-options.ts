import {
  type CorrelationContext,
  type CorrelationContextInput,
  correlationContext,
} from '@stormlog/correlation-events';
import { ArgumentError, type JsonObject, type StormlogError } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import type { InferenceArtifactWriter } from '../writer/inference-artifact-writer.ts';
import type { RequestSampler } from './sampling.ts';

const DEFAULT_MAX_EVENTS = 100_000;

type Defaulted = 'clock_domain' | 'clock_kind' | 'collection_mode' | 'provenance';

/**
 * The context of all events of a recorder. By default it is one of the monotonic clock of this process's host and boot,
 * active and observed, with this process's host and id.
 */
export type RecorderContext = Omit<CorrelationContextInput, Defaulted> &
  Partial<Pick<CorrelationContextInput, Defaulted>>;

/** What a redaction is told beside the metadata. */
export interface RedactedEvent {
  readonly event_type: string;
  /** Of a stage. */
  readonly name?: string | undefined;
}

/** Options of `new EngineRecorder(…)`. */
export interface EngineRecorderOptions {
  readonly context: RecorderContext;
  /** Stream events into an artifact while serving. Without it they are kept for `collect`. */
  readonly writer?: InferenceArtifactWriter | undefined;
  /** Without a writer: how many events are kept; further ones are dropped and counted. Default 100000. */
  readonly maxEvents?: number | undefined;
  /** The share of requests to record, from 0 to 1, or who decides; default 1. */
  readonly sample?: number | RequestSampler | undefined;
  /** What may be recorded of the metadata that the server gives. When it throws, nothing of it is. */
  readonly redact?: ((metadata: JsonObject, event: RedactedEvent) => JsonObject) | undefined;
  /** Know the current request of `withRequest` in everything that it calls (`AsyncLocalStorage`); default false. */
  readonly asyncContext?: boolean | undefined;
  /**
   * Told of the first event refused for each reason, and of the first failure of a redaction or a sampler. What it throws
   * is ignored.
   */
  readonly onError?: ((error: StormlogError) => void) | undefined;
  readonly environment?: Environment | undefined;
  /** Nanoseconds of the context's clock; default: the monotonic clock of the system. */
  readonly clockNs?: (() => bigint) | undefined;
  /** From 0 to below 1, for requests that are drawn; default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** @throws InvalidRecordError with every fault and its field */
export function recorderContext(given: RecorderContext, environment: Environment): CorrelationContext {
  const { hostName, bootId } = environment;
  return correlationContext({
    clock_domain: bootId === null ? `${hostName}/monotonic_ns` : `${hostName}/${bootId}/monotonic_ns`,
    clock_kind: 'monotonic',
    collection_mode: 'active',
    provenance: 'observed',
    host: hostName,
    pid: environment.pid,
    ...given,
  });
}

/** @throws ArgumentError naming the option that cannot be */
export function checkRecorderOptions(options: EngineRecorderOptions): { readonly maxEvents: number } {
  const { maxEvents = DEFAULT_MAX_EVENTS, sample = 1, writer } = options;
  if (!Number.isSafeInteger(maxEvents) || maxEvents < 1) {
    throw new ArgumentError('maxEvents', 'maxEvents must be an integer of at least 1');
  }
  if (writer !== undefined && options.maxEvents !== undefined) {
    throw new ArgumentError('maxEvents', 'maxEvents is for a recorder without a writer, which keeps no events');
  }
  if (typeof sample === 'number' && !(sample >= 0 && sample <= 1)) {
    throw new ArgumentError('sample', 'sample must be a number from 0 to 1, or a function');
  }
  return { maxEvents };
}
