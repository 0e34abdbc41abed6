import { joinPath } from '@stormlog/files';
import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { attachmentStorageOrDefault } from '../envelope/attachment-storage.ts';
import { isFilePath } from '../envelope/field-schemas.ts';
import { parentPath } from '../paths/parent-path.ts';
import type { PathResolver } from '../paths/path-resolver.ts';
import type { ExternalAttachment } from '../runs/row-schemas.ts';
import { bigIntOrNull, integerOrNull, member, textOrNull } from './lenient-fields.ts';
import { ATTACHMENTS_FORMAT, ATTACHMENTS_SCHEMA_VERSION } from './sidecar-names.ts';

/** The items of a sidecar's list, or why there are none (docs/formats/run-catalog.md §3). */
export function sidecarItems(
  payload: JsonObject,
): readonly JsonValue[] | 'sidecar_unrecognized' | 'sidecar_attachments_not_list' {
  const version = member(payload, 'schema_version');
  const isVersion = version === ATTACHMENTS_SCHEMA_VERSION || version === true;
  if (!isVersion || member(payload, 'format') !== ATTACHMENTS_FORMAT) return 'sidecar_unrecognized';
  const items = member(payload, 'attachments');
  return Array.isArray(items) ? items : 'sidecar_attachments_not_list';
}

/** One attachment of a sidecar, read leniently, or what is wrong with it. */
export async function parseExternalAttachment(
  item: JsonValue,
  sidecarPath: string,
  resolver: PathResolver,
): Promise<ExternalAttachment | 'attachment_not_object' | 'attachment_invalid'> {
  if (!isJsonObject(item)) return 'attachment_not_object';
  const title = textOrNull(member(item, 'title'));
  const kind = textOrNull(member(item, 'kind'));
  const url = textOrNull(member(item, 'url'));
  const path = textOrNull(member(item, 'path'));
  const start = bigIntOrNull(member(item, 'start_ns'));
  const end = bigIntOrNull(member(item, 'end_ns'));
  if (title === null || kind === null || (url === null && path === null)) return 'attachment_invalid';
  if (start !== null && end !== null && end < start) return 'attachment_invalid';
  if (path !== null && !isFilePath(path)) return 'attachment_invalid';
  const metadata = member(item, 'metadata');
  return {
    title,
    kind,
    attachment_id: textOrNull(member(item, 'attachment_id')),
    url,
    path: path === null ? null : await resolver.resolve(joinPath(parentPath(sidecarPath), path)),
    run_id: textOrNull(member(item, 'run_id')),
    session_id: textOrNull(member(item, 'session_id')),
    job_id: textOrNull(member(item, 'job_id')),
    rank: integerOrNull(member(item, 'rank')),
    start_ns: start,
    end_ns: end,
    created_at_utc: textOrNull(member(item, 'created_at_utc')),
    updated_at_utc: textOrNull(member(item, 'updated_at_utc')),
    storage: attachmentStorageOrDefault(member(item, 'storage')),
    source_namespace: textOrNull(member(item, 'source_namespace')),
    source_ref: textOrNull(member(item, 'source_ref')),
    metadata: isJsonObject(metadata) ? metadata : {},
    sidecar_path: sidecarPath,
  };
}
