import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { nanoseconds, nonEmptyText } from './field-schemas.ts';

/** `infer.artifact`: the identity of an artifact (docs/formats/correlation-events.md §2.3). */
export const artifactEventSchema = z.strictObject({
  ...eventHeader('infer.artifact'),
  artifact_kind: nonEmptyText,
  created_at_ns: nanoseconds,
});

/** `infer.artifact`: the identity of an artifact. */
export type ArtifactEvent = Readonly<z.infer<typeof artifactEventSchema>>;
