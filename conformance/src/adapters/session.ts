import { type JsonObject, type JsonValue, StormlogError } from '@stormlog/records';
import {
  createSessionSummary,
  type Environment,
  finalizeSessionSummary,
  inferSessionSummary,
  normalizeSessionStatus,
  parseSessionSummary,
  SESSION_STATUSES,
  type SessionSummary,
  selectDefaultLoadedSession,
  selectDefaultSession,
  sessionSummaryToRecord,
  sortSessionSummaries,
  stableLegacySessionId,
  systemEnvironment,
  updateSessionSummary,
} from '@stormlog/sessions';
import type { AdapterTable } from '../adapter.ts';
import { listOf, objectOf, textOf } from './case-input.ts';

const SUMMARY_DEFAULTS = {
  status: 'completed',
  ended_at_ns: null,
  host: 'host-a',
  pid: 4242,
  job_id: null,
  rank: 0,
  local_rank: 0,
  world_size: 1,
  source: 'stormlog.session',
};

/** The operations `session.*`. */
export const SESSION_ADAPTERS: AdapterTable = {
  'session.statuses': () => ({
    statuses: [...SESSION_STATUSES].sort(),
    priority: Object.fromEntries(SESSION_STATUSES.map((status, index) => [status, index])),
  }),
  'session.normalize_status': (input) =>
    listOf(objectOf(input)['values'], 'values').map((value) => attempt(() => normalizeSessionStatus(value))),
  'session.create': (input) => {
    const data = objectOf(input);
    const args = objectOf(data['args'], 'args');
    return createSessionSummary({ source: '', ...args }, environmentOf(data));
  },
  'session.update': (input) => {
    const data = objectOf(input);
    return updateSessionSummary(summaryOf(data['summary']), objectOf(data['changes'], 'changes'));
  },
  'session.finalize': (input) => {
    const data = objectOf(input);
    return finalizeSessionSummary(summaryOf(data['summary']), data['ended_at_ns'], environmentOf(data));
  },
  'session.from_dict': (input) => parseSessionSummary(objectOf(input)['payload']),
  'session.from_dict_each': (input) =>
    new Map(
      Object.entries(objectOf(objectOf(input)['payloads'], 'payloads')).map(([name, payload]) => [
        name,
        attempt(() => parseSessionSummary(payload)),
      ]),
    ),
  'session.to_dict': (input) => sessionSummaryToRecord(summaryOf(objectOf(input)['summary'])),
  'session.infer_from_events': (input) => {
    const data = objectOf(input);
    return inferSessionSummary(
      textOf(data['session_id'], 'session_id'),
      listOf(data['events'], 'events').map((event) => objectOf(event, 'event')),
      {
        source: textOf(data['source'], 'source'),
        fallbackStatus: data['fallback_status'],
        environment: environmentOf(data),
      },
    );
  },
  'session.legacy_id': (input) => stableLegacySessionId(...listOf(objectOf(input)['parts'], 'parts')),
  'session.sort': (input) => {
    const summaries = summariesOf(input);
    return sortSessionSummaries(summaries).map((summary) => summaries.indexOf(summary));
  },
  'session.select': (input) => {
    const summaries = summariesOf(input);
    if (objectOf(input)['wrapped'] !== true) return indexOf(summaries, selectDefaultSession(summaries));
    const wrapped = summaries.map((summary) => ({ summary }));
    return indexOf(wrapped, selectDefaultSession(wrapped));
  },
  'session.select_loaded': (input) => {
    const loaded = listOf(objectOf(input)['loaded'], 'loaded').map((item) => ({
      summary: summaryOf(objectOf(item)['summary']),
      events: listOf(objectOf(item)['events'], 'events'),
    }));
    return indexOf(loaded, selectDefaultLoadedSession(loaded));
  },
};

function attempt<Answer>(work: () => Answer): Answer | StormlogError {
  try {
    return work();
  } catch (error) {
    if (error instanceof StormlogError) return error;
    throw error;
  }
}

function summariesOf(input: JsonValue): SessionSummary[] {
  return listOf(objectOf(input)['summaries'], 'summaries').map(summaryOf);
}

/** Cases hold summaries that no function would make, with unknown statuses among others; they are passed on as they are. */
function summaryOf(value: JsonValue | undefined): SessionSummary {
  const fields = { ...SUMMARY_DEFAULTS, ...objectOf(value, 'summary') } as unknown as SessionSummary;
  return {
    ...fields,
    started_at_ns: BigInt(fields.started_at_ns),
    ended_at_ns: fields.ended_at_ns === null ? null : BigInt(fields.ended_at_ns),
  };
}

function environmentOf(data: JsonObject): Environment {
  const pinned = objectOf(data['environment'] ?? {}, 'environment');
  const system = systemEnvironment();
  const { now_ns: nowNs, uuid, hostname, pid } = pinned;
  return {
    wallNs: () => (typeof nowNs === 'bigint' || typeof nowNs === 'number' ? BigInt(nowNs) : system.wallNs()),
    monotonicSeconds: system.monotonicSeconds,
    newId: () => (typeof uuid === 'string' ? uuid : system.newId()),
    hostName: typeof hostname === 'string' ? hostname : system.hostName,
    pid: typeof pid === 'number' ? pid : system.pid,
    bootId: null,
    version: system.version,
  };
}

function indexOf<Item>(items: readonly Item[], chosen: Item | null): number | null {
  return chosen === null ? null : items.indexOf(chosen);
}
