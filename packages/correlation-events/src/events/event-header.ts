import * as z from 'zod';
import { correlationContextSchema } from './correlation-context.ts';
import { metadata, nonEmptyText } from './field-schemas.ts';

/** The fields that all events share, for an event type that exists in schema version 2 only. */
export function eventHeader<T extends string>(eventType: T) {
  return {
    schema_version: z.literal(2, 'schema version 2'),
    event_type: z.literal(eventType, `the event type ${eventType}`),
    context: correlationContextSchema,
    event_id: nonEmptyText,
    metadata,
  };
}
