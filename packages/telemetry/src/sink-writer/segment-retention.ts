import { joinPath } from '@stormlog/files';
import { onDisk } from './disk-fault.ts';
import type { TelemetrySinkConfig } from './sink-config.ts';
import type { SinkFileOperations } from './sink-file-operations.ts';
import { isOwnSegment, type LedgerSegment } from './sink-ledger.ts';

/** Deletes the oldest closed segments beyond what is to be kept (docs/formats/sinks.md §9). */
export class SegmentRetention {
  prunedSegments = 0;
  prunedBytes = 0;
  readonly #root: string;
  readonly #config: TelemetrySinkConfig;
  readonly #operations: SinkFileOperations;

  constructor(root: string, config: TelemetrySinkConfig, operations: SinkFileOperations) {
    this.#root = root;
    this.#config = config;
    this.#operations = operations;
  }

  /**
   * Prunes a ledger. Only files that have a name a sink gives are counted or deleted.
   *
   * @throws ArtifactError when a file cannot be deleted; it stays in the ledger
   */
  async prune(segments: LedgerSegment[]): Promise<void> {
    const own = segments.filter(isOwnSegment);
    let files = own.length;
    let bytes = own.reduce((sum, segment) => sum + segment.size_bytes, 0);
    for (const segment of own) {
      if (files <= this.#config.retentionMaxFiles && bytes <= this.#config.retentionMaxTotalBytes) return;
      if (!segment.closed) continue;
      const path = joinPath(this.#root, segment.filename);
      await onDisk(path, 'remove', () => this.#operations.remove(path));
      segments.splice(segments.indexOf(segment), 1);
      files--;
      bytes -= segment.size_bytes;
      this.prunedSegments++;
      this.prunedBytes += segment.size_bytes;
    }
  }
}
