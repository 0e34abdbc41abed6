import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import {
  buildRunContexts,
  buildRunIdentityIndex,
  openRunCatalog,
  type RunCatalog,
  type RunContext,
  type RunIdentityIndex,
  type RunMember,
} from '@stormlog/run-catalog';
import { parseRunEnvelope, type RunEnvelope } from '@stormlog/run-catalog/envelope';
import type { CaseContext } from '../../adapter.ts';
import { listOf, objectOf, textOf } from '../case-input.ts';

const ROW_DEFAULTS = {
  ended_at_ns: null,
  job_id: null,
  rank: 0,
  local_rank: 0,
  world_size: 1,
  source_path: 'telemetry.json',
  source_kind: 'telemetry_json',
  event_count: null,
};

/** The runs that a case's sessions and envelopes make. */
export interface World {
  readonly contexts: ReadonlyMap<string, RunContext>;
  readonly envelopes: readonly RunEnvelope[];
  readonly index: RunIdentityIndex;
}

/** Builds what a case's `sessions` and `envelopes` describe. */
export async function worldOf(input: JsonValue, envelopeKey = 'envelopes'): Promise<World> {
  const data = objectOf(input);
  const envelopes = await envelopesOf(data[envelopeKey]);
  const contexts = buildRunContexts(memberList(data['sessions']), envelopes);
  return { contexts, envelopes, index: buildRunIdentityIndex(contexts.values()) };
}

/** Envelopes given as `{ path, payload }`. */
export async function envelopesOf(value: JsonValue | undefined): Promise<RunEnvelope[]> {
  const envelopes: RunEnvelope[] = [];
  for (const item of value === undefined ? [] : listOf(value, 'envelopes')) {
    const { path, payload } = objectOf(item, 'envelope');
    envelopes.push(await parseRunEnvelope(payload ?? null, textOf(path, 'path')));
  }
  return envelopes;
}

function memberList(value: JsonValue | undefined): RunMember[] {
  return (value === undefined ? [] : listOf(value, 'sessions')).map((item) =>
    withBigInts({ ...ROW_DEFAULTS, ...objectOf(item, 'session') }, ['started_at_ns', 'ended_at_ns']),
  );
}

/** Cases write times as they stand in JSON, records hold them as bigints; the rest of a case's record is taken as it is. */
export function withBigInts<Row>(fields: JsonObject, names: readonly string[]): Row {
  const row: Record<string, unknown> = { ...fields };
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'number') row[name] = BigInt(value);
  }
  return row as Row;
}

/** The catalog of a case's `paths`. */
export async function catalogOf(input: JsonValue, context: CaseContext): Promise<RunCatalog> {
  const data = objectOf(input);
  const isAbsolute = data['absolute'] === true;
  const paths = listOf(data['paths'], 'paths').map((path) => textOf(path, 'path'));
  return await openRunCatalog(isAbsolute ? paths.map((path) => `${context.directory}/${path}`) : paths);
}

/** The case's `filter`, which is one of ours by the names of its fields. */
export function filterOf<Filter extends object>(input: JsonValue): Filter {
  const filter = objectOf(input)['filter'];
  return (isJsonObject(filter) ? filter : {}) as Filter;
}
