import type { FileSource, ReadProgress } from '@stormlog/files';
import { ConflictError, InvalidRecordError, StormlogError } from '@stormlog/records';
import { type ReadArtifactOptions, readInferenceBatches } from '../artifact/read-inference-artifact.ts';
import { isInferenceEvent } from '../events/inference-event.ts';
import { InferenceAccountant } from './inference-accountant.ts';
import type { InferenceReport } from './inference-report.ts';

type ReadOptions = Omit<ReadArtifactOptions, 'decoder'>;

/** Options of {@link accountInferenceRuns}. */
export interface AccountRunsOptions extends Omit<ReadOptions, 'onProgress'> {
  readonly onProgressOf?: ((source: FileSource, progress: ReadProgress) => void) | undefined;
  /**
   * Called for an artifact that is left out because of this error; the others are accounted as if it had not been given.
   * Without it the error is thrown.
   */
  readonly onRefused?: ((source: FileSource, error: StormlogError) => void) | undefined;
}

/**
 * What the artifacts of one run say, read one after the other and not kept: memory grows with the ids, not with the
 * events (docs/formats/correlation-events.md §8.1). Every artifact has its own contexts.
 *
 * @throws InvalidRecordError for the first line that breaks a rule or belongs to another run, with path, line and field
 * @throws ConflictError for events that disagree, naming both, with path and line of the later one
 * @throws ArtifactError for a file that cannot be read
 */
export async function accountInferenceArtifacts(
  sources: Iterable<FileSource>,
  options: ReadOptions = {},
): Promise<InferenceReport> {
  const accountant = new InferenceAccountant();
  for (const source of sources) await addArtifact(source, options, () => accountant);
  return accountant.report();
}

/**
 * What artifacts of any number of runs say, run by run in order of appearance. An artifact is taken as a whole or not at
 * all. Streams are read after all files, so that a file can be left out without reading a stream twice.
 *
 * @throws as {@link accountInferenceArtifacts} unless `onRefused` is given
 */
export async function accountInferenceRuns(
  sources: Iterable<FileSource>,
  { onRefused, onProgressOf, ...given }: AccountRunsOptions = {},
): Promise<InferenceReport[]> {
  const optionsOf = (source: FileSource): ReadOptions =>
    onProgressOf === undefined ? given : { ...given, onProgress: (progress) => onProgressOf(source, progress) };
  const all = [...sources];
  const streams = all.filter((source) => typeof source !== 'string');
  let used = [...all.filter((source) => typeof source === 'string'), ...streams];
  const refuse = (source: FileSource, error: unknown) => {
    if (onRefused === undefined || !(error instanceof StormlogError)) throw error;
    onRefused(source, error);
    used = used.filter((other) => other !== source);
  };
  for (let isFirst = true; ; isFirst = false) {
    const attempt = await accountOnce(used, optionsOf);
    if (attempt.failed === null) return attempt.reports;
    refuse(attempt.failed, attempt.error);
    // One more pass finds all files that are bad by themselves, instead of one pass for each.
    if (isFirst)
      for (const source of used) await readThrough(source, optionsOf(source)).catch((error) => refuse(source, error));
  }
}

interface Attempt {
  readonly reports: InferenceReport[];
  readonly failed: FileSource | null;
  readonly error: unknown;
}

async function accountOnce(
  sources: readonly FileSource[],
  optionsOf: (source: FileSource) => ReadOptions,
): Promise<Attempt> {
  const accountants = new Map<string | null, InferenceAccountant>();
  const ofRun = (runId: string | null) => {
    const known = accountants.get(runId);
    if (known !== undefined) return known;
    const made = new InferenceAccountant();
    accountants.set(runId, made);
    return made;
  };
  for (const source of sources) {
    try {
      await addArtifact(source, optionsOf(source), ofRun);
    } catch (error) {
      return { reports: [], failed: source, error };
    }
  }
  return { reports: [...accountants.values()].map((one) => one.report()), failed: null, error: null };
}

/** Adds an artifact's events to the accountant of its run, which is that of its first event. */
async function addArtifact(
  source: FileSource,
  options: ReadOptions,
  accountantOf: (runId: string | null) => InferenceAccountant,
): Promise<void> {
  const path = typeof source === 'string' ? source : source.name;
  let accountant: InferenceAccountant | null = null;
  let legacyBefore = 0;
  for await (const { records, lines } of readInferenceBatches(source, options)) {
    for (let i = 0; i < records.length; i++) {
      const record = records[i]!;
      if (accountant === null) {
        if (!isInferenceEvent(record)) {
          legacyBefore++;
          continue;
        }
        accountant = accountantOf(record.context.run_id);
      }
      try {
        accountant.add(record);
      } catch (error) {
        const isOurs = error instanceof InvalidRecordError || error instanceof ConflictError;
        throw isOurs ? error.at({ path, line: lines[i]! }) : error;
      }
    }
  }
  if (legacyBefore > 0) (accountant ?? accountantOf(null)).addLegacy(legacyBefore);
}

async function readThrough(source: FileSource, options: ReadOptions): Promise<void> {
  if (typeof source !== 'string') return;
  for await (const _ of readInferenceBatches(source, options)) {
    // Reading checks.
  }
}
