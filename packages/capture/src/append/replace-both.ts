import { dirname } from 'node:path';
import { type HeldFileLock, resolvePath, stageFile, withFileLock } from '@stormlog/files';
import { ArtifactError, parseJson } from '@stormlog/records';
import { checkRunEnvelope, runEnvelopeText } from '@stormlog/run-catalog/envelope';
import { type CaptureLockOptions, fileLockOptions } from './artifact-lock.ts';
import { atStage } from './capture-stage.ts';
import { makeFolder } from './make-folder.ts';
import type { PreparedEnvelope } from './prepare-envelope.ts';
import { type StageArtifactOptions, type StagedArtifact, stageArtifact } from './stage-artifact.ts';

/** How both files are replaced. */
export interface ReplaceBothOptions extends StageArtifactOptions, CaptureLockOptions {
  /** The artifact's lock, which the caller holds; null when locks are off. */
  readonly artifactLock: HeldFileLock | null;
  readonly lock: boolean;
}

/** What was written. */
export interface ReplacedBoth {
  readonly envelope: PreparedEnvelope;
  readonly artifactBytes: number;
}

/**
 * Makes the new artifact and the new envelope ready, then renames the envelope, then the artifact
 * (docs/formats/capture.md §7). Under its lock the envelope is read and prepared anew, so that appends at the same time
 * both end up in it.
 *
 * @param lines whole lines with their ends, each good until the next is asked for
 * @param prepare reads the envelope and adds to it
 */
export async function replaceBoth(
  artifactPath: string,
  envelopePath: string,
  lines: () => Iterable<Uint8Array>,
  prepare: () => Promise<PreparedEnvelope>,
  options: ReplaceBothOptions,
): Promise<ReplacedBoth> {
  const artifact = await atStage('append_artifact', () => stageArtifact(artifactPath, lines, options));
  try {
    await atStage('write_envelope', async () =>
      makeFolder(dirname(await resolvePath(envelopePath)), envelopePath, options.operations),
    );
    const replace = (lock: HeldFileLock | null): Promise<PreparedEnvelope> =>
      replaceEnvelopeThenArtifact(artifact, artifactPath, envelopePath, prepare, lock, options);
    const envelope = options.lock
      ? await atStage('write_envelope', () => withFileLock(envelopePath, fileLockOptions(options), replace))
      : await replace(null);
    return { envelope, artifactBytes: artifact.bytes };
  } finally {
    await artifact.discard();
  }
}

async function replaceEnvelopeThenArtifact(
  artifact: StagedArtifact,
  artifactPath: string,
  envelopePath: string,
  prepare: () => Promise<PreparedEnvelope>,
  envelopeLock: HeldFileLock | null,
  options: ReplaceBothOptions,
): Promise<PreparedEnvelope> {
  const envelope = await prepare();
  const staged = await atStage('write_envelope', () => {
    const text = runEnvelopeText(envelope.record);
    // What is written is what was checked: the text itself is read back.
    checkRunEnvelope(parseJson(text), envelopePath);
    return stageFile(envelopePath, (writer) => writer.write(text), { operations: options.operations });
  });
  try {
    options.signal?.throwIfAborted();
    await atStage('append_artifact', async () => {
      await artifact.checkUnchanged();
      await options.artifactLock?.check();
    });
    await atStage('write_envelope', async () => {
      await envelopeLock?.check();
      await staged.commit();
    });
    await atStage('append_artifact', () => commitArtifact(artifact, artifactPath));
  } finally {
    await staged.discard();
  }
  return envelope;
}

async function commitArtifact(artifact: StagedArtifact, path: string): Promise<void> {
  try {
    await artifact.commit();
  } catch (error) {
    if (!(error instanceof ArtifactError) || error.code === 'durability_unknown') throw error;
    const text = `${error.message}; the run envelope lists its evidence already, appending again is the repair`;
    const { code, systemCode } = error;
    throw new ArtifactError(code, text, {
      path,
      stage: 'append_artifact',
      systemCode: systemCode ?? undefined,
      cause: error,
    });
  }
}
