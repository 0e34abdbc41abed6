import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readInferenceRecords } from '@stormlog/correlation-events';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, StormlogError } from '@stormlog/records';
import { importTracesIntoArtifact, parseDeviceUuids, TraceFileCollector } from '@stormlog/trace-collectors';
import type { AdapterTable } from '../../adapter.ts';
import { listOf, objectOf, textOf } from '../case-input.ts';
import { answerOf, summaryOf, TRACE_WORLD, undigested } from './captures.ts';
import { textsOf } from './context.ts';

/** The operations that read several traces. */
export const TRACE_IMPORT_ADAPTERS: AdapterTable = {
  'trace.collect': async (input, { directory }) => {
    const given = objectOf(input);
    const paths = textsOf(given['paths']);
    const collector = new TraceFileCollector(paths, {
      deviceUuids: parseDeviceUuids(textsOf(given['device_uuids'])),
      ...detailOf(given),
      ...(typeof given['max_bytes'] === 'number' ? { maxBytes: given['max_bytes'] } : {}),
      environment: TRACE_WORLD,
    });
    const context = { runId: textOf(given['run_id'], 'run_id'), sessionId: textOf(given['session_id'], 'session_id') };
    return await undigested(answerOf(await collector.collect(context)), paths, directory);
  },
  'trace.import_artifact': async (input, { directory }) => {
    const given = objectOf(input);
    const artifact = textOf(given['artifact'], 'artifact');
    const imports = listOf(given['imports'], 'imports').map((one) => objectOf(one));
    const paths = imports.flatMap((one) => textsOf(one['traces']));
    const outcomes: unknown[] = [];
    for (const one of imports) outcomes.push(await importOnce(artifact, one, paths, directory));
    return {
      imports: outcomes,
      records: await undigested(await recordsOf(artifact), paths, directory),
      envelopes: await undigested(await envelopesOf(directory), paths, directory),
    };
  },
};

async function importOnce(
  artifact: string,
  given: JsonObject,
  paths: readonly string[],
  directory: string,
): Promise<unknown> {
  try {
    const capture = await importTracesIntoArtifact(artifact, textsOf(given['traces']), {
      deviceUuids: parseDeviceUuids(textsOf(given['device_uuids'])),
      ...detailOf(given),
      ...(typeof given['envelope'] === 'string' ? { envelopePath: given['envelope'] } : {}),
      environment: TRACE_WORLD,
      lock: false,
    });
    const answer = {
      events: (capture.events ?? []).map(({ event_id }) => event_id),
      summary: summaryOf(capture.summary),
    };
    return await undigested(answer, paths, directory);
  } catch (error) {
    if (error instanceof StormlogError) return error;
    throw error;
  }
}

async function recordsOf(artifact: string): Promise<JsonValue> {
  try {
    const records: JsonValue[] = [];
    for await (const { record: row } of readInferenceRecords(artifact)) {
      if (row['event_type'] !== 'infer.capabilities') {
        records.push(row);
        continue;
      }
      const { event_id: _, metadata, ...rest } = row;
      const fields = isJsonObject(metadata) ? metadata : {};
      const summary = fields['summary'];
      records.push({ ...rest, metadata: isJsonObject(summary) ? { ...fields, summary: summaryOf(summary) } : fields });
    }
    return records;
  } catch (error) {
    if (error instanceof StormlogError) return null;
    throw error;
  }
}

async function envelopesOf(directory: string): Promise<JsonObject> {
  const found: [string, JsonValue][] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!/run.*\.json$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    found.push([relative(directory, path), parseJson(await readFile(path, 'utf8'))]);
  }
  return Object.fromEntries(found.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function detailOf(given: JsonObject): { readonly detail?: string } {
  return given['detail'] === undefined ? {} : { detail: textOf(given['detail'], 'detail') };
}
