import type { PathResolver } from '../paths/path-resolver.ts';
import type { ExternalAttachment } from '../runs/row-schemas.ts';
import { parseExternalAttachment, sidecarItems } from '../sidecar/parse-sidecar.ts';
import { type CatalogWarning, catalogWarning } from './catalog-warning.ts';
import type { JsonObjectFile } from './read-json-object.ts';

/** What a sidecar holds; attachments with their place in the file, from 0. */
export interface SidecarAttachments {
  readonly attachments: readonly { readonly index: number; readonly attachment: ExternalAttachment }[];
  readonly warnings: readonly CatalogWarning[];
}

/** Reads the items of a sidecar that can be used (docs/formats/run-catalog.md §3). */
export async function sidecarAttachments(
  path: string,
  found: Exclude<JsonObjectFile, { kind: 'absent' }>,
  resolver: PathResolver,
): Promise<SidecarAttachments> {
  const refuse = (warning: CatalogWarning): SidecarAttachments => ({ attachments: [], warnings: [warning] });
  if (found.kind === 'unusable') {
    const reason = `the attachment sidecar cannot be read: ${found.reason}`;
    return refuse(catalogWarning('sidecar_not_object', path, reason));
  }
  const items = sidecarItems(found.object);
  if (items === 'sidecar_unrecognized') {
    const reason = 'this is no attachment sidecar: its format or version is another';
    return refuse(catalogWarning(items, path, reason));
  }
  if (items === 'sidecar_attachments_not_list')
    return refuse(catalogWarning(items, path, 'attachments must be a list'));
  const attachments: { readonly index: number; readonly attachment: ExternalAttachment }[] = [];
  const warnings: CatalogWarning[] = [];
  for (const [index, item] of items.entries()) {
    const attachment = await parseExternalAttachment(item, path, resolver);
    if (attachment === 'attachment_not_object') {
      warnings.push(catalogWarning(attachment, path, `attachment ${index} is no object`, index));
    } else if (attachment === 'attachment_invalid') {
      const rule = 'it needs a title, a kind, a path or url, and may not end before it starts';
      warnings.push(catalogWarning(attachment, path, `attachment ${index} is invalid: ${rule}`, index));
    } else attachments.push({ index, attachment });
  }
  return { attachments, warnings };
}
