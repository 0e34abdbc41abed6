import type { JsonObject } from '@stormlog/records';
import { parentPath } from '../paths/parent-path.ts';
import type { OomBundle } from '../runs/row-schemas.ts';
import { integerOrNull, member, textOrNull } from '../sidecar/lenient-fields.ts';

/**
 * A bundle written when memory ran out, as its manifest and metadata tell (docs/formats/run-catalog.md §2.4).
 *
 * @param metadata empty when there is none that can be used
 */
export function oomBundle(manifestPath: string, manifest: JsonObject, metadata: JsonObject): OomBundle {
  return {
    bundle_path: parentPath(manifestPath),
    manifest_path: manifestPath,
    created_at_utc: textOrNull(member(manifest, 'created_at_utc')),
    backend: textOrNull(member(manifest, 'backend')),
    reason: textOrNull(member(manifest, 'reason')),
    event_count: integerOrNull(member(manifest, 'event_count')),
    session_id: textOrNull(member(manifest, 'session_id')),
    session_status: textOrNull(member(manifest, 'session_status')),
    exception_type: textOrNull(member(metadata, 'exception_type')),
    exception_module: textOrNull(member(metadata, 'exception_module')),
  };
}
