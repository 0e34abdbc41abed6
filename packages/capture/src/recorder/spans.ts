import type { EntityRef } from '@stormlog/correlation-events';
import type { IterationEnd, RequestEnd, StageEnd } from './span-fields.ts';

/** Where spans go when they end. */
export interface SpanRecorder {
  endRequest(span: RequestSpan, end: RequestEnd | undefined): void;
  endIteration(span: IterationSpan, end: IterationEnd | undefined): void;
  endStage(span: StageSpan, end: StageEnd | undefined): void;
}

/** A request that is being served; it is recorded when it ends. Ending it again does nothing. */
export class RequestSpan {
  #recorder: SpanRecorder | null;

  constructor(
    recorder: SpanRecorder,
    readonly request_ref: EntityRef,
    readonly attempt_ref: EntityRef,
    readonly backend_request_ref: EntityRef | null,
    readonly start_ns: bigint,
    /** False: neither it nor its stages and memberships are recorded. */
    readonly isSampled: boolean,
  ) {
    this.#recorder = recorder;
  }

  /** The request has been answered, or given up. Never throws. */
  end(fields?: RequestEnd): void {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (this.isSampled) recorder?.endRequest(this, fields);
  }
}

/** A step of the engine that is under way; it is recorded when it ends. Ending it again does nothing. */
export class IterationSpan {
  #recorder: SpanRecorder | null;

  constructor(
    recorder: SpanRecorder,
    readonly iteration_ref: EntityRef,
    readonly batch_ref: EntityRef | null,
    readonly start_ns: bigint,
  ) {
    this.#recorder = recorder;
  }

  /** The step is over. Never throws. */
  end(fields?: IterationEnd): void {
    const recorder = this.#recorder;
    this.#recorder = null;
    recorder?.endIteration(this, fields);
  }
}

/** A part of a request or iteration that is under way; it is recorded when it ends. Ending it again does nothing. */
export class StageSpan {
  #recorder: SpanRecorder | null;

  /** @param recorder null: nothing is recorded */
  constructor(
    recorder: SpanRecorder | null,
    readonly name: string,
    readonly request_ref: EntityRef | null,
    readonly iteration_ref: EntityRef | null,
    readonly start_ns: bigint,
  ) {
    this.#recorder = recorder;
  }

  /** The part is over. Never throws. */
  end(fields?: StageEnd): void {
    const recorder = this.#recorder;
    this.#recorder = null;
    recorder?.endStage(this, fields);
  }
}

/** A stage of nothing that is recorded. */
export const UNRECORDED_STAGE = new StageSpan(null, 'unrecorded', null, null, 0n);

/** What a stage belongs to: a request, an iteration, or what a request does within an iteration. */
export type StageOwner =
  | RequestSpan
  | IterationSpan
  | { readonly request?: RequestSpan | undefined; readonly iteration?: IterationSpan | undefined };
