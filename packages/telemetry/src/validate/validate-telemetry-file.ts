import { readdir } from 'node:fs/promises';
import { type FileSource, pathName } from '@stormlog/files';
import { ArtifactError, InvalidRecordError, StormlogError } from '@stormlog/records';
import { ROLLUP_FILENAME } from '../rollups/rollup-path.ts';
import { type PathKind, pathKind, refuseSpecialFile } from '../sink/path-kind.ts';
import { isJsonLinesPath, isSegmentName, MANIFEST_FILENAME, unpackedPath } from '../sink/sink-names.ts';
import { FaultCollector } from './fault-collector.ts';
import type { TelemetryFault, ValidateOptions, ValidationReport } from './telemetry-fault.ts';
import { checkCsv } from './validate-csv.ts';
import { readDocument, validateDocument } from './validate-json-document.ts';
import { validateJsonLines } from './validate-json-lines.ts';
import { checkManifest } from './validate-manifest.ts';
import { checkRollups } from './validate-rollups.ts';
import { checkTimeline, isTimeline } from './validate-timeline.ts';

/**
 * Every fault of a telemetry file, in the order of the file: JSON Lines, a JSON document, CSV, a sink's manifest or
 * rollups, or a diagnose bundle's timeline; of a folder, those of every such file in it, at any depth. Records are judged as they are
 * written, by the rules of their own version (docs/formats/telemetry.md §3); a torn last line is a fault.
 *
 * @param source a path, `.gz` unpacked on the way, or a named stream of JSON Lines
 * @throws nothing about files: all of it is a fault; aborting rejects with the signal's reason
 */
export async function* validateTelemetryFile(
  source: FileSource,
  options: ValidateOptions = {},
): AsyncGenerator<TelemetryFault, void, undefined> {
  options.signal?.throwIfAborted();
  if (typeof source !== 'string') {
    yield* validateOne(source, options);
    return;
  }
  for await (const file of filesOf(source)) {
    // A pipe would be waited for, and what is read of it to tell what it is would be gone.
    const isSpecial = (await kindOf(file)) === 'other';
    if (isSpecial || !(await options.isForeign?.(file))) yield* validateOne(file, options);
  }
}

async function* validateOne(
  source: FileSource,
  options: ValidateOptions,
): AsyncGenerator<TelemetryFault, void, undefined> {
  const path = typeof source === 'string' ? source : source.name;
  const collector = new FaultCollector(path, options.limit ?? Number.POSITIVE_INFINITY);
  let kind: ValidationReport['kind'] = 'unreadable';
  try {
    if (typeof source === 'string' && (await pathKind(path)) === 'nothing') {
      throw new ArtifactError('file_missing', 'there is no such file or folder', { path, stage: 'open' });
    }
    if (typeof source === 'string') await refuseSpecialFile(path);
    const name = unpackedPath(pathName(path));
    if (typeof source !== 'string' || isJsonLinesPath(path)) {
      kind = 'json_lines';
      yield* validateJsonLines(source, collector, options);
    } else if (name.toLowerCase().endsWith('.csv')) {
      kind = 'csv';
      await checkCsv(collector, options);
    } else {
      const document = await readDocument(collector, options);
      if (name === MANIFEST_FILENAME && !Array.isArray(document)) {
        kind = 'sink_manifest';
        await checkManifest(collector, options);
      } else if (name === ROLLUP_FILENAME && !Array.isArray(document)) {
        kind = 'rollups';
        checkRollups(document, collector);
      } else if (isTimeline(document)) {
        kind = 'timeline';
        checkTimeline(document, collector);
      } else {
        kind = 'json_document';
        yield* validateDocument(document, collector);
      }
    }
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    collector.error({ line: error instanceof InvalidRecordError ? error.line : null, element: null }, error);
  }
  yield* collector.take();
  options.onReport?.(collector.report(kind));
}

/** The file itself, or what a folder holds of telemetry: sinks and their manifests, exports, timelines. */
async function* filesOf(path: string): AsyncGenerator<string, void, undefined> {
  if ((await kindOf(path)) !== 'folder') {
    yield path;
    return;
  }
  let entries: string[];
  try {
    entries = (await readdir(path, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() || isTelemetryName(entry.name))
      .map((entry) => entry.name)
      .sort();
  } catch {
    // What stands here cannot be listed: validating the path itself says why.
    yield path;
    return;
  }
  for (const name of entries) yield* filesOf(path.endsWith('/') ? path + name : `${path}/${name}`);
}

/** What cannot be looked at counts as a file: validating it says why. */
async function kindOf(path: string): Promise<PathKind> {
  try {
    return await pathKind(path);
  } catch (error) {
    if (error instanceof StormlogError) return 'file';
    throw error;
  }
}

function isTelemetryName(name: string): boolean {
  const plain = unpackedPath(name);
  if (
    plain === MANIFEST_FILENAME ||
    plain === ROLLUP_FILENAME ||
    plain === 'telemetry_timeline.json' ||
    isSegmentName(name)
  )
    return true;
  return isJsonLinesPath(name) || /(?:events|track).*\.(?:json|csv)$/.test(plain);
}
