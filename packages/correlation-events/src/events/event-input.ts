import type { JsonObject } from '@stormlog/records';
import type { CorrelationContext } from './correlation-context.ts';
import type { InferenceEvent } from './inference-event.ts';

type Nullable<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T];

/** A context as an author writes it: fields that are not known may be left out. */
export type CorrelationContextInput = Omit<CorrelationContext, Nullable<CorrelationContext>> &
  Partial<Pick<CorrelationContext, Nullable<CorrelationContext>>>;

type Implied = 'schema_version' | 'event_type' | 'context' | 'metadata';
type Optional<E> = Nullable<E> | Extract<keyof E, 'activity_domain' | 'supported' | 'enabled' | 'collected'>;
type Given<T> = bigint extends T ? T | number : T extends readonly (infer Item)[] ? readonly Item[] : T;

/**
 * An event as an author writes it: version and type are implied, nullable fields and those with a default may be left
 * out, whole safe numbers are taken for nanoseconds too.
 */
export type EventInput<E extends InferenceEvent> = {
  readonly [K in Exclude<keyof E, Implied | Optional<E>>]: Given<E[K]>;
} & {
  readonly [K in Exclude<Optional<E>, Implied>]?: Given<E[K]> | undefined;
} & {
  readonly context: CorrelationContextInput;
  readonly metadata?: JsonObject | undefined;
};
