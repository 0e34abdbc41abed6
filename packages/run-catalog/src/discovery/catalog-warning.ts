import { printablePath } from '@stormlog/files';

/** What a warning of the catalog is about (docs/formats/run-catalog.md §2.5). */
export type CatalogWarningCode =
  | 'path_missing'
  | 'path_unsupported'
  | 'path_unreadable'
  | 'folder_unreadable'
  | 'manifest_not_object'
  | 'manifest_unrecognized'
  | 'manifest_unreadable'
  | 'entry_outside_folder'
  | 'envelope_not_object'
  | 'envelope_unrecognized'
  | 'duplicate_run_id'
  | 'sidecar_not_object'
  | 'sidecar_unrecognized'
  | 'sidecar_attachments_not_list'
  | 'attachment_not_object'
  | 'attachment_invalid'
  | 'attachment_outside_root'
  | 'load_failed'
  | 'ambiguous_identity';

/** Something that was met and gone on after. */
export interface CatalogWarning {
  readonly code: CatalogWarningCode;
  /** Names the file and what is wrong with it. */
  readonly message: string;
  /** As spelled; `<run-catalog>` for what concerns no single file. */
  readonly path: string;
  /** Of an attachment in its file, from 0. */
  readonly index?: number | undefined;
  /** Of an ambiguous identity. */
  readonly identity_kind?: string | undefined;
}

/** A warning whose message names the file once. */
export function catalogWarning(
  code: CatalogWarningCode,
  path: string,
  reason: string,
  index?: number | undefined,
): CatalogWarning {
  const place = `${printablePath(path)}:`;
  const message = reason.startsWith(place) ? reason : `${place} ${reason}`;
  return { code, message, path, ...(index === undefined ? {} : { index }) };
}
