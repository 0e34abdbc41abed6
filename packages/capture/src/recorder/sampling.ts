import type { EntityRef } from '@stormlog/correlation-events';
import type { TraceParent } from './trace-parent.ts';

/** What a sampler decides about. */
export interface SampledRequest {
  readonly request_ref: EntityRef;
  /** Null when the request came without a valid `traceparent`. */
  readonly traceparent: TraceParent | null;
}

/** Whether a request is recorded, with all of its stages and memberships. */
export type RequestSampler = (request: SampledRequest) => boolean;

const TRACE_ID_DIGITS = 14;
const RANDOM_RANGE = 2 ** 56;

/**
 * A sampler that takes a share of the requests (docs/formats/recording.md §7). Requests of one trace share their fate, in
 * every process that asks for the same share; those without a trace are drawn.
 *
 * @param share from 0 to 1
 * @param random answers numbers from 0 to below 1
 */
export function shareSampler(share: number, random: () => number): RequestSampler {
  if (share >= 1) return () => true;
  return ({ traceparent }) => {
    if (traceparent === null) return random() < share;
    return Number.parseInt(traceparent.trace_id.slice(-TRACE_ID_DIGITS), 16) / RANDOM_RANGE < share;
  };
}
