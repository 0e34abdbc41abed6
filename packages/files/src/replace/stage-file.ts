import type { FileWriter } from './file-writer.ts';
import { type ReplaceFileOptions, replaceInSteps } from './replace-file.ts';

/** The new content of a file, complete and synced, that has not taken the file's place yet. */
export interface StagedFile {
  /** Bytes of the new content. */
  readonly bytes: number;
  /**
   * Puts it in place and syncs the folder.
   *
   * @throws ArtifactError `file_unwritable` with stage `replace` when the old content is still in place,
   *   `durability_unknown` when the new one is
   */
  commit(): Promise<void>;
  /** Forgets it; the file keeps what it has. Does nothing once it was committed. */
  discard(): Promise<void>;
}

/**
 * The first half of `replaceFile`: writes and syncs the new content beside the file, so that several files can be made
 * ready before the first one changes (docs/formats/writing-files.md §1). Every staged file must be committed or discarded.
 *
 * @throws as `replaceFile`, with the old content in place and nothing staged
 */
export async function stageFile(
  path: string,
  write: (writer: FileWriter) => Promise<void>,
  options: ReplaceFileOptions = {},
): Promise<StagedFile> {
  let reportReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    reportReady = resolve;
  });
  let accept = (): void => undefined;
  let refuse = (_reason: Error): void => undefined;
  const decision = new Promise<void>((resolve, reject) => {
    accept = resolve;
    refuse = reject;
  });
  let bytes = 0;
  const done = replaceInSteps(
    path,
    async (writer) => {
      await write(writer);
      bytes = writer.bytesWritten;
    },
    options,
    () => {
      reportReady();
      return decision;
    },
  );
  // A decision that comes after a failure, or none at all, must not count as an unhandled rejection.
  done.catch(() => undefined);
  decision.catch(() => undefined);
  await Promise.race([ready, done]);
  return {
    bytes,
    commit: async () => {
      accept();
      await done;
    },
    discard: async () => {
      refuse(new Error('discarded'));
      await done.catch(() => undefined);
    },
  };
}
