import { InvalidRecordError, type JsonObject, StormlogError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareSessionSummaries,
  createSessionSummary,
  type Environment,
  finalizeSessionSummary,
  inferSessionSummary,
  parseSessionSummary,
  SESSION_STATUSES,
  type SessionSummary,
  selectDefaultLoadedSession,
  selectDefaultSession,
  sessionSummarySchema,
  sessionSummaryToRecord,
  sortSessionSummaries,
  stableLegacySessionId,
  updateSessionSummary,
} from '../src/index.ts';

const SEED = Number(process.env['STORMLOG_SEED'] ?? 20_241_130);

const ENVIRONMENT: Environment = {
  wallNs: () => 1_700_000_000_123_456_789n,
  monotonicSeconds: () => 0,
  newId: () => 'new-id',
  hostName: 'machine',
  pid: 99,
  bootId: null,
  version: '1.0.0',
};

function summary(members: Partial<SessionSummary> = {}): SessionSummary {
  return { ...createSessionSummary({ source: 'test' }, ENVIRONMENT), ...members };
}

describe('a new summary', () => {
  it('takes what it is not told from the environment, and is valid', () => {
    const created = createSessionSummary({ source: 'test', host: '', session_id: '' }, ENVIRONMENT);
    expect(created).toEqual({
      session_id: 'new-id',
      status: 'running',
      started_at_ns: 1_700_000_000_123_456_789n,
      ended_at_ns: null,
      host: 'machine',
      pid: 99,
      job_id: null,
      rank: 0,
      local_rank: 0,
      world_size: 1,
      source: 'test',
    });
    expect(sessionSummarySchema.parse(created)).toEqual(created);
  });

  it('reads integers leniently and keeps every digit of a time', () => {
    const created = createSessionSummary(
      { source: 't', started_at_ns: 2n ** 70n + 1n, ended_at_ns: '1_000', rank: true, world_size: -4 },
      ENVIRONMENT,
    );
    expect(created).toMatchObject({ started_at_ns: 2n ** 70n + 1n, ended_at_ns: 1000n, rank: 1, world_size: 1 });
  });

  it('refuses a pid that would lose digits, by name', () => {
    expect(() => createSessionSummary({ source: 't', pid: 2n ** 53n }, ENVIRONMENT)).toThrow(
      expect.objectContaining({ code: 'number_out_of_range', field: 'pid' }),
    );
  });

  it('refuses an explicit null rank', () => {
    expect(() => createSessionSummary({ source: 't', rank: null }, ENVIRONMENT)).toThrow(InvalidRecordError);
  });
});

describe('a changed summary', () => {
  it('has its end cleared by null and left alone by nothing', () => {
    const ended = summary({ ended_at_ns: 5n });
    expect(updateSessionSummary(ended, { ended_at_ns: null }).ended_at_ns).toBeNull();
    expect(updateSessionSummary(ended, { status: ' Interrupted ' })).toMatchObject({
      ended_at_ns: 5n,
      status: 'interrupted',
    });
  });

  it('is completed when it ran, and ends anew when it had ended', () => {
    expect(finalizeSessionSummary(summary(), null, ENVIRONMENT).status).toBe('completed');
    const interrupted = summary({ status: 'interrupted', ended_at_ns: 5n });
    expect(finalizeSessionSummary(interrupted, 7, ENVIRONMENT)).toMatchObject({
      status: 'interrupted',
      ended_at_ns: 7n,
    });
  });
});

describe('a summary read from JSON', () => {
  const record: JsonObject = { ...sessionSummaryToRecord(summary({ job_id: [1, 'x'] })) };

  it('is the same again', () => {
    expect(parseSessionSummary(record)).toEqual(record);
  });

  it('may lack pid, job and ranks', () => {
    const { pid: _pid, job_id: _job, rank: _rank, local_rank: _local, world_size: _world, ...rest } = record;
    expect(parseSessionSummary(rest)).toMatchObject({ pid: -1, job_id: null, rank: 0, local_rank: 0, world_size: 1 });
  });

  it('names all its faults at once', () => {
    const attempt = (): unknown =>
      parseSessionSummary({
        session_id: ' ',
        status: 'done',
        started_at_ns: null,
        host: 3,
        pid: null,
        rank: 'x',
        source: 's',
      });
    expect(attempt).toThrow(
      expect.objectContaining({
        code: 'record_invalid',
        issues: ['session_id', 'status', 'started_at_ns', 'host', 'pid', 'rank'].map((field) =>
          expect.objectContaining({ field }),
        ),
      }),
    );
  });

  it('is refused when it is no object', () => {
    expect(() => parseSessionSummary([])).toThrow(expect.objectContaining({ code: 'record_not_object' }));
  });
});

describe('a summary inferred from events', () => {
  const event = fc.record({
    timestamp_ns: fc.integer({ min: 0, max: 4 }),
    event_type: fc.constantFrom('sample', 'stop', ' stop'),
    pid: fc.nat(3),
  });

  it(`is that of the events in order of time (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const sorted = [...events].sort((left, right) => left.timestamp_ns - right.timestamp_ns);
        const options = { source: 's', environment: ENVIRONMENT };
        const inferred = inferSessionSummary('id', events, options);
        expect(inferred).toEqual(inferSessionSummary('id', sorted, options));
        const stop = sorted.findLast((item) => item.event_type === 'stop');
        expect(inferred.ended_at_ns).toBe(stop === undefined ? null : BigInt(stop.timestamp_ns));
        expect(inferred.pid).toBe(sorted[0]?.pid ?? ENVIRONMENT.pid);
      }),
      { seed: SEED },
    );
  });

  it('puts a host that is not text as its text', () => {
    const inferred = inferSessionSummary('id', [{ timestamp_ns: 1, host: null }], { source: 's' });
    expect(inferred).toMatchObject({ host: 'None', pid: -1, status: 'incomplete' });
  });

  it('refuses a first event with a null rank, and does not look at later ones', () => {
    const options = { source: 's', environment: ENVIRONMENT };
    const broken = { timestamp_ns: 2, rank: null };
    expect(() => inferSessionSummary('id', [broken], options)).toThrow(StormlogError);
    expect(inferSessionSummary('id', [broken, { timestamp_ns: 1 }], options).rank).toBe(0);
  });
});

describe('the default session', () => {
  it('is the completed one before one that still runs, and the later one of two', () => {
    const running = summary({ session_id: 'r' });
    const older = summary({ session_id: 'o', status: 'completed', ended_at_ns: 10n });
    const newer = summary({ session_id: 'n', status: 'completed', ended_at_ns: 11n });
    expect(selectDefaultSession([running, older, newer])).toBe(newer);
    expect(selectDefaultSession([])).toBeNull();
  });

  it('takes an end of 0 for none', () => {
    const zero = summary({ session_id: 'z', started_at_ns: 100n, ended_at_ns: 0n });
    const early = summary({ session_id: 'e', started_at_ns: 1n, ended_at_ns: 50n });
    expect(selectDefaultSession([early, zero])).toBe(zero);
  });

  it('has events if any session has', () => {
    const empty = { summary: summary({ status: 'completed' }), events: [] };
    const full = { summary: summary({ status: 'running' }), events: [1] };
    expect(selectDefaultLoadedSession([empty, full])).toBe(full);
    expect(selectDefaultLoadedSession([empty])).toBe(empty);
  });

  it(`is the first in an order without contradictions (seed ${SEED})`, () => {
    const anySummary = fc.record({
      session_id: fc.constantFrom('a', '\uffff', '\u{1f600}'),
      status: fc.constantFrom(...SESSION_STATUSES),
      started_at_ns: fc.bigInt({ min: 0n, max: 3n }),
      ended_at_ns: fc.option(fc.bigInt({ min: 0n, max: 3n })),
    });
    fc.assert(
      fc.property(fc.array(anySummary, { minLength: 1 }), (all) => {
        const summaries = all.map((members) => summary(members));
        const sorted = sortSessionSummaries(summaries);
        expect(selectDefaultSession(summaries)).toEqual(sorted[0]);
        for (let i = 1; i < sorted.length; i++) {
          expect(compareSessionSummaries(sorted[i - 1]!, sorted[i]!)).toBeLessThanOrEqual(0);
          expect(compareSessionSummaries(sorted[i]!, sorted[i - 1]!)).toBeGreaterThanOrEqual(0);
        }
      }),
      { seed: SEED },
    );
  });
});

describe('the id of a session that carries none', () => {
  it.each([
    ['a path', ['/data/run/events.json', 'json'], 'legacy-6976d6b4-217c-53ae-ad5f-88fec859cb22'],
    ['nanoseconds', [1_700_000_000_123_456_789n, 'unknown', -1], 'legacy-76422652-7ac4-5e77-a153-9281fadc28e8'],
    ['seconds and a null', [1_700_000_000, null, 'h', 1], 'legacy-dba6102a-a2a0-5d9f-b50a-a9a7d6e68877'],
  ])('made of %s is that of the Python package', (_what, parts, id) => {
    expect(stableLegacySessionId(...parts)).toBe(id);
  });

  it('cannot be formed of half a surrogate pair', () => {
    expect(() => stableLegacySessionId('\ud800')).toThrow(StormlogError);
  });
});
