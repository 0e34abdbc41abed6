import { stat } from 'node:fs/promises';
import { joinPath } from '@stormlog/files';
import { InvalidRecordError } from '@stormlog/records';
import { readSinkManifest } from '../sink/manifest.ts';
import { parentPath } from '../sink/resolve-manifest.ts';
import { resolveSinkSegmentPaths } from '../sink/resolve-segments.ts';
import type { FaultCollector } from './fault-collector.ts';
import type { ValidateOptions } from './telemetry-fault.ts';

/** A sink's ledger: entries that cannot be used, names that lead outside, closed segments that are gone or cut. */
export async function checkManifest(collector: FaultCollector, options: ValidateOptions): Promise<void> {
  const { path } = collector;
  const { signal } = options;
  const manifest = await readSinkManifest(path, { signal, onNotice: (notice) => collector.notice(notice) });
  if (manifest === null) return;
  collector.count(manifest.sessions.length + manifest.segments.length, 0);
  await resolveSinkSegmentPaths(path, {
    signal,
    onNotice: (notice) => {
      // The manifest's own faults come up again here; what is new is where its entries lead.
      if (!notice.code.startsWith('manifest_')) collector.notice(notice);
    },
  });
  for (const [index, segment] of manifest.segments.entries()) {
    const place = { line: null, element: `segments[${index}]` };
    // Where such an entry leads is a fault already, and nobody's business to look at.
    if (leadsOutside(segment.filename)) continue;
    const file = joinPath(parentPath(path), segment.filename);
    const size = await sizeOf(file);
    if (size === null && (await sizeOf(`${file}.gz`)) === null) {
      collector.error(place, listed('file_missing', `${segment.filename} is listed but is not there`));
    } else if (segment.closed && size !== null && size < segment.size_bytes) {
      collector.error(
        place,
        listed(
          'file_unreadable',
          `${segment.filename} has ${size} bytes, but ${segment.size_bytes} when it was closed`,
        ),
      );
    }
  }
}

function leadsOutside(filename: string): boolean {
  return filename.startsWith('/') || filename.split(/[\\/]/).includes('..');
}

function listed(code: 'file_missing' | 'file_unreadable', message: string): InvalidRecordError {
  return new InvalidRecordError(code, message, { field: 'filename' });
}

/** Bytes of a file; null when it is not there. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}
