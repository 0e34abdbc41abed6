import { loadInferenceArtifact } from '@stormlog/correlation-events';
import { loadDistributedArtifacts } from '@stormlog/distributed-diagnostics';
import {
  loadTelemetryCsv,
  loadTelemetryEvents,
  loadTelemetrySessions,
  parsePythonLiteral,
  readSinkManifest,
  readTelemetryEvents,
  resolveSinkSegmentPaths,
  validateTelemetryFile,
} from '@stormlog/telemetry';
import type { SeededRandom } from '../generate-run/seeded-random.ts';

/** An input on disk. */
export interface FuzzInput {
  /** The folder that holds everything. */
  readonly folder: string;
  /** The broken file. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Reads an input in one of the ways there are. */
export type FuzzReader = (input: FuzzInput, options: FuzzOptions) => Promise<unknown>;

/** Options that every reader takes. */
export interface FuzzOptions {
  readonly onInvalid: 'error' | 'skip';
  readonly chunkBytes: number;
}

/** Every public reader, by name. */
export const FUZZ_READERS: readonly (readonly [string, FuzzReader])[] = [
  ['loadTelemetrySessions', ({ path }, options) => loadTelemetrySessions(path, options)],
  ['loadTelemetrySessions of the folder', ({ path }, options) => loadTelemetrySessions(parent(path), options)],
  ['loadTelemetryEvents', ({ path }, options) => loadTelemetryEvents(path, { ...options, eventsKey: 'events' })],
  ['readTelemetryEvents', ({ path }, options) => drain(readTelemetryEvents(path, options))],
  ['loadTelemetryCsv', ({ path }, options) => loadTelemetryCsv(path, options)],
  ['loadTelemetryCsv for queries', ({ path }, options) => loadTelemetryCsv(path, { ...options, profile: 'query' })],
  ['readSinkManifest', ({ path }) => readSinkManifest(path)],
  ['resolveSinkSegmentPaths', ({ path }) => resolveSinkSegmentPaths(parent(path))],
  ['validateTelemetryFile', ({ path }) => drain(validateTelemetryFile(path, { limit: 50 }))],
  ['loadDistributedArtifacts', ({ path }, options) => loadDistributedArtifacts([path], options)],
  ['loadDistributedArtifacts of the folder', ({ folder }, options) => loadDistributedArtifacts([folder], options)],
  ['loadInferenceArtifact', ({ path }) => loadInferenceArtifact(path)],
  ['parsePythonLiteral', async ({ bytes }) => parsePythonLiteral(bytes.toString('latin1'))],
];

/** Most inputs are read in at most this many chunks: more would only measure how long an await takes. */
const MAX_CHUNKS = 500;

/** Options for an input of this length, with small chunks more often than not, so that every cut is met. */
export function fuzzOptions(random: SeededRandom, length: number): FuzzOptions {
  return {
    onInvalid: random.below(2) === 0 ? 'skip' : 'error',
    chunkBytes: random.below(3) === 0 ? 65_536 : Math.max(1 + random.below(300), Math.ceil(length / MAX_CHUNKS)),
  };
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items);
}
