import * as z from 'zod';
import { activityReferenceEventSchema, checkActivity } from '../events/activity-reference-event.ts';
import { artifactEventSchema } from '../events/artifact-event.ts';
import { capabilityEventSchema, checkCapabilities } from '../events/capability-event.ts';
import { checkValidity, clockAlignmentEventSchema } from '../events/clock-alignment-event.ts';
import type { CorrelationContext } from '../events/correlation-context.ts';
import type { InferenceEvent, InferenceEventType } from '../events/inference-event.ts';
import { iterationEventSchema } from '../events/iteration-event.ts';
import { membershipEventSchema } from '../events/membership-event.ts';
import { requestEventSchema } from '../events/request-event.ts';
import { checkSpan } from '../events/span-rule.ts';
import { checkStage, stageEventSchema } from '../events/stage-event.ts';

/** How the values of a field are brought into their one form before they are checked. */
export type FieldKind = 'nanoseconds' | 'count' | 'identifier' | 'ref' | 'list' | 'plain';

/** One of an event type's own fields. */
export interface FieldDefinition {
  readonly name: string;
  readonly kind: FieldKind;
  /** Stands for an absent field; `undefined` for a required one. */
  readonly fallback: null | string | readonly [] | undefined;
}

/** What the parser needs to know of an event type; all of it derived from the type's schema. */
export interface EventDefinition {
  readonly fields: readonly FieldDefinition[];
  /** Every key that a row of this type may have. */
  readonly keys: ReadonlySet<string>;
  /** The schema, but for the context, which is checked on its own and shared. */
  readonly schema: z.ZodType<InferenceEvent>;
  /** The same as a compiled check. */
  validate(candidate: unknown): candidate is InferenceEvent;
}

const HEADER = new Set(['schema_version', 'event_type', 'context', 'event_id', 'metadata']);
const anyContext = z.custom<CorrelationContext>();

const SOURCES: {
  readonly [T in InferenceEventType]: () => z.ZodType<InferenceEvent> & { readonly shape: z.ZodRawShape };
} = {
  'infer.artifact': () => z.object({ ...artifactEventSchema.shape, context: anyContext }),
  'infer.request': () => z.object({ ...requestEventSchema.shape, context: anyContext }).superRefine(checkSpan),
  'infer.iteration': () => z.object({ ...iterationEventSchema.shape, context: anyContext }).superRefine(checkSpan),
  'infer.stage': () => z.object({ ...stageEventSchema.shape, context: anyContext }).superRefine(checkStage),
  'infer.membership': () => z.object({ ...membershipEventSchema.shape, context: anyContext }),
  'infer.activity_ref': () =>
    z.object({ ...activityReferenceEventSchema.shape, context: anyContext }).superRefine(checkActivity),
  'infer.capabilities': () =>
    z.object({ ...capabilityEventSchema.shape, context: anyContext }).superRefine(checkCapabilities),
  'infer.clock_alignment': () =>
    z.object({ ...clockAlignmentEventSchema.shape, context: anyContext }).superRefine(checkValidity),
};

const known = new Map<InferenceEventType, EventDefinition>();

/** The definition of an event type, made on first use. */
export function eventDefinition(eventType: InferenceEventType): EventDefinition {
  let definition = known.get(eventType);
  if (definition === undefined) {
    definition = define(SOURCES[eventType]());
    known.set(eventType, definition);
  }
  return definition;
}

function define(schema: z.ZodType<InferenceEvent> & { readonly shape: z.ZodRawShape }): EventDefinition {
  const compiled = z.compile(schema);
  const names = Object.keys(schema.shape);
  return {
    fields: names.filter((name) => !HEADER.has(name)).map((name) => defineField(name, schema.shape[name])),
    keys: new Set(names),
    schema,
    validate: (candidate): candidate is InferenceEvent => compiled.validate(candidate),
  };
}

function defineField(name: string, schema: z.core.$ZodType | undefined): FieldDefinition {
  const isNullable = schema instanceof z.ZodNullable;
  const inner: unknown = isNullable ? schema.unwrap() : schema;
  if (inner instanceof z.ZodArray) return { name, kind: 'list', fallback: [] };
  const fallback = isNullable ? null : name === 'activity_domain' ? 'unknown' : undefined;
  return { name, kind: kindOf(inner), fallback };
}

function kindOf(schema: unknown): FieldKind {
  if (schema instanceof z.ZodBigInt) return 'nanoseconds';
  if (schema instanceof z.ZodNumber) return 'count';
  if (schema instanceof z.ZodUnion) return 'identifier';
  return schema instanceof z.ZodObject ? 'ref' : 'plain';
}
