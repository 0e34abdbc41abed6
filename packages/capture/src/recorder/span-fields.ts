import type { EntityRef } from '@stormlog/correlation-events';
import type { JsonObject } from '@stormlog/records';

/** Sizes that requests, stages and memberships may carry. */
export interface SizeFields {
  readonly input_tokens?: number | null | undefined;
  readonly output_tokens?: number | null | undefined;
  readonly kv_bytes?: number | null | undefined;
}

/** What is known when a request arrives. */
export interface RequestFields {
  /** The header of that name: a valid one is the request's reference. */
  readonly traceparent?: string | null | undefined;
  /** Default: from `traceparent`, else a new one of this recorder. */
  readonly request_ref?: EntityRef | undefined;
  /** Default: a new one, so that a request that comes again is another attempt. */
  readonly attempt_ref?: EntityRef | undefined;
  readonly backend_request_ref?: EntityRef | null | undefined;
  /** Default: now. */
  readonly start_ns?: bigint | undefined;
}

/** What is known when a request has been answered. */
export interface RequestEnd extends SizeFields {
  readonly status?: string | null | undefined;
  /** Default: now. */
  readonly end_ns?: bigint | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** What is known when an iteration begins. */
export interface IterationFields {
  /** Default: a new one of this recorder. */
  readonly iteration_ref?: EntityRef | undefined;
  readonly batch_ref?: EntityRef | null | undefined;
  /** Default: now. */
  readonly start_ns?: bigint | undefined;
}

/** What is known when an iteration is over. */
export interface IterationEnd {
  /** Default: now. */
  readonly end_ns?: bigint | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** What is known when a stage begins. */
export interface StageFields {
  /** Default: now. */
  readonly start_ns?: bigint | undefined;
}

/** What is known when a stage is over. */
export interface StageEnd extends SizeFields {
  /** Default: now. */
  readonly end_ns?: bigint | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** How a request took part in an iteration. */
export interface MemberFields extends SizeFields {
  /** Default `member`. */
  readonly role?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}
