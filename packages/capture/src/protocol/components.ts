import type { InferenceEvent } from '@stormlog/correlation-events';
import type { JsonObject } from '@stormlog/records';
import type { CaptureCapabilities } from './capture-capabilities.ts';
import type { TraceAttachment } from './trace-attachment.ts';

/** What `collect` of a component is told. */
export interface CaptureContext {
  /** The run of the append call. Every event of the capture has it as `context.run_id`. */
  readonly runId: string;
  /** The session of the append call. Every event of the capture has it as `context.session_id`. */
  readonly sessionId: string;
  /** The signal of the append call. */
  readonly signal?: AbortSignal | undefined;
}

/** What an engine adapter saw of the server (docs/formats/capture.md §1.3). */
export interface EngineCapture {
  readonly capabilities: CaptureCapabilities;
  /** In the order in which they are to be written; read more than once. */
  readonly events?: readonly InferenceEvent[] | undefined;
  /** Put on the capability event of the component. */
  readonly summary?: JsonObject | null | undefined;
}

/** What a trace collector found in traces (docs/formats/capture.md §1.3). */
export interface TraceCapture extends EngineCapture {
  /** In the order in which they are to be registered. */
  readonly attachments?: readonly TraceAttachment[] | undefined;
}

/** What a component answers: a capture, or nothing, which is the same as not having the component. */
export type Collected<Capture> = Capture | null | undefined;

/**
 * Yields what the server knows: requests, iterations, stages, memberships, activities (docs/formats/capture.md §1.4).
 * What `collect` throws leaves the append call unchanged, and nothing is written.
 */
export interface EngineAdapter {
  collect(context: CaptureContext): Collected<EngineCapture> | Promise<Collected<EngineCapture>>;
}

/** Yields activities and raw files of traces; called once the engine adapter has answered. */
export interface TraceCollector {
  collect(context: CaptureContext): Collected<TraceCapture> | Promise<Collected<TraceCapture>>;
}
