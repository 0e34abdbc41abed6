import { type AcquiredFileLock, acquireFileLock, joinPath } from '@stormlog/files';
import { ArtifactError } from '@stormlog/records';

/** The lock file is `writer.lock` in the folder. */
const LOCKED_NAME = 'writer';
/** Long enough to find out that a silent owner elsewhere is dead. */
const DEADLINE_MS = 15_000;

/** Keeps a folder for one writer (docs/formats/sinks.md §14). */
export class SinkLock {
  readonly #root: string;
  readonly #isWanted: boolean;
  #held: AcquiredFileLock | null = null;

  constructor(root: string, isWanted: boolean) {
    this.#root = root;
    this.#isWanted = isWanted;
  }

  /** True when the folder has been given back, so that nothing in it may be changed. */
  get isAway(): boolean {
    return this.#isWanted && this.#held === null;
  }

  /**
   * Takes the lock unless it is held; false when there was nothing to do.
   *
   * @throws ArtifactError `sink_in_use` naming the writer that has it, `file_unwritable` when no lock can be made
   */
  async take(): Promise<boolean> {
    if (!this.isAway) return false;
    const path = joinPath(this.#root, LOCKED_NAME);
    try {
      // The real clocks and process: an injected world does not tell whether an owner lives.
      this.#held = await acquireFileLock(path, { deadlineMs: DEADLINE_MS, refuseLiving: true });
    } catch (cause) {
      if (!(cause instanceof ArtifactError) || cause.code !== 'lock_timeout') throw cause;
      throw new ArtifactError('sink_in_use', `another writer has the sink open: ${cause.message}`, {
        path: joinPath(this.#root),
        stage: 'lock',
        cause,
      });
    }
    return true;
  }

  /** @throws ArtifactError `file_unwritable` when the lock file could not be removed; the lock counts as given back */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await held?.release();
  }
}
