import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ArtifactLoadResult,
  type ArtifactReport,
  buildDistributedModel,
  type DistributedDiagnosticsModel,
  type DistributedLoadOptions,
  loadDistributedArtifacts,
} from '@stormlog/distributed-diagnostics';
import { StormlogError } from '@stormlog/records';
import {
  type LoadedSession,
  type LoadReport,
  loadTelemetryCsv,
  loadTelemetrySessions,
  type TelemetryEvent,
} from '@stormlog/telemetry';

const SAMPLES = resolve(import.meta.dirname, '..', '..', '..', 'samples');
/** The samples' record number n is taken at `START_NS + n · 0.1 s`. */
export const START_NS = 1_700_000_000_123_456_789n;
const STEP_NS = 100_000_000n;

/** Path of a sample by its name below `samples/`. */
export function samplePath(name: string): string {
  return join(SAMPLES, name);
}

/** What the loader makes of a sample: numbers of the records it keeps, or the code of the error it refuses it with. */
export interface Outcome {
  readonly strict: readonly (number | string)[] | string;
  readonly skip: readonly (number | string)[] | string;
  /** `code@line` of what it reports with `onInvalid: 'skip'`. */
  readonly notices: readonly string[];
}

/** Loads a sample in both ways. */
export async function outcome(name: string): Promise<Outcome> {
  const notices: string[] = [];
  const strict = await numbersOrCode(load(name));
  const skip = await numbersOrCode(
    load(name, 'skip', (report) => notices.push(...report.notices.map(({ code, line }) => `${code}@${line}`))),
  );
  return { strict, skip, notices };
}

/** The sessions of a sample, by the loader of its kind. */
export async function load(
  name: string,
  onInvalid: 'error' | 'skip' = 'error',
  onReport?: (report: LoadReport) => void,
): Promise<readonly LoadedSession[]> {
  const path = samplePath(name);
  if (!/\.csv(\.gz)?$/.test(name)) return loadTelemetrySessions(path, { onInvalid, onReport });
  return (await loadTelemetryCsv(path, { onInvalid, onReport })).sessions;
}

/** All events of a sample, in order of time within each session. */
export async function events(name: string, onInvalid: 'error' | 'skip' = 'error'): Promise<TelemetryEvent[]> {
  return (await load(name, onInvalid)).flatMap((session) => session.events);
}

/** Event number n of a sample; fails when there is none. */
export async function event(name: string, index: number, onInvalid: 'error' | 'skip' = 'error') {
  const found = (await events(name, onInvalid))[index];
  if (found === undefined) throw new Error(`${name} gave no event number ${index}`);
  return found;
}

/** The reports of a sample that is loaded with `onInvalid: 'skip'`. */
export async function reports(name: string): Promise<LoadReport[]> {
  const collected: LoadReport[] = [];
  await load(name, 'skip', (report) => collected.push(report));
  return collected;
}

/** The record number of a time, or its digits when no record was taken at it. */
export function numberOf(timestampNs: bigint): number | string {
  const since = timestampNs - START_NS;
  return since % STEP_NS === 0n ? Number(since / STEP_NS) : String(timestampNs);
}

async function numbersOrCode(
  loading: Promise<readonly LoadedSession[]>,
): Promise<readonly (number | string)[] | string> {
  try {
    return (await loading).flatMap((session) => session.events.map(({ timestamp_ns }) => numberOf(timestamp_ns)));
  } catch (error) {
    if (error instanceof StormlogError) return error.code;
    throw error;
  }
}

/** A diagnosis of samples: what was loaded, the model, the codes of the warnings, and the reports. */
export interface Diagnosis {
  readonly loaded: ArtifactLoadResult;
  readonly model: DistributedDiagnosticsModel;
  readonly warnings: readonly string[];
  readonly reports: readonly ArtifactReport[];
}

export async function diagnose(names: readonly string[], options: DistributedLoadOptions = {}): Promise<Diagnosis> {
  const collected: ArtifactReport[] = [];
  const loaded = await loadDistributedArtifacts(names.map(samplePath), {
    ...options,
    onReport: (report) => collected.push(report),
  });
  return {
    loaded,
    model: buildDistributedModel(loaded.events),
    warnings: loaded.warnings.map(({ code }) => code),
    reports: collected,
  };
}

/** Rank → number of its samples, as the model counts them. */
export function samplesByRank({ model }: Diagnosis): Record<number, number> {
  return Object.fromEntries(model.rows.map(({ rank, samples }) => [rank, samples]));
}

/** Whether a sample is a folder, such as a sink. */
export function isFolder(name: string): boolean {
  return statSync(samplePath(name)).isDirectory();
}
