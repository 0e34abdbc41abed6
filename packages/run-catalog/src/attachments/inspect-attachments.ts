import { stat } from 'node:fs/promises';
import { systemError } from '@stormlog/files';
import { isInside } from '../paths/is-inside.ts';
import { PathResolver } from '../paths/path-resolver.ts';
import type { RunAttachmentRow } from '../runs/row-schemas.ts';
import { inOrder } from '../slices/in-order.ts';

const LOOKED_AT_ONCE = 16;

/**
 * What stands where an attachment says it is: `remote` for a url without a path, `outside` for a path that leaves the
 * root asked for, which is not looked at.
 */
export type AttachmentState = 'present' | 'missing' | 'unreadable' | 'outside' | 'remote';

/** An attachment of a run with what was found on disk. */
export interface InspectedAttachment extends RunAttachmentRow {
  readonly state: AttachmentState;
  /** Size of a file; null for folders and for what is not present. */
  readonly bytes: number | null;
  /** Nanoseconds since the Unix epoch; null for what is not present. */
  readonly modified_at_ns: bigint | null;
}

/** Options of {@link inspectAttachments}. */
export interface InspectOptions {
  /** Only what lies in this folder, links followed, is looked at. */
  readonly confineTo?: string | undefined;
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
}

/** Looks which attachments are there, how large and how old they are; in the order of the rows. Nothing is opened. */
export async function inspectAttachments(
  rows: Iterable<RunAttachmentRow>,
  options: InspectOptions = {},
): Promise<InspectedAttachment[]> {
  const resolver = new PathResolver();
  const root = options.confineTo === undefined ? null : await resolver.resolve(options.confineTo);
  const inspected: InspectedAttachment[] = [];
  const work = async (row: RunAttachmentRow): Promise<InspectedAttachment> => {
    options.signal?.throwIfAborted();
    if (row.path === null) return { ...row, state: 'remote', bytes: null, modified_at_ns: null };
    if (root !== null && !isInside(await resolver.resolve(row.path), root)) {
      return { ...row, state: 'outside', bytes: null, modified_at_ns: null };
    }
    return { ...row, ...(await look(row.path)) };
  };
  for await (const row of inOrder(rows, LOOKED_AT_ONCE, work)) inspected.push(row);
  return inspected;
}

async function look(path: string): Promise<Pick<InspectedAttachment, 'state' | 'bytes' | 'modified_at_ns'>> {
  try {
    const stats = await stat(path, { bigint: true });
    const bytes = stats.isFile() ? Number(stats.size) : null;
    return { state: 'present', bytes, modified_at_ns: stats.mtimeNs };
  } catch (error) {
    const state = systemError(error, path, 'open').code === 'file_missing' ? 'missing' : 'unreadable';
    return { state, bytes: null, modified_at_ns: null };
  }
}
