import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArgumentError, InvalidRecordError, parseJson } from '@stormlog/records';
import { createSessionSummary } from '@stormlog/sessions';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  buildTelemetryRollups,
  parseTelemetryRollups,
  readTelemetryRollups,
  rollupCoverageFromManifest,
  SessionRollupAccumulator,
  type TelemetryEvent,
  telemetryEventFromRecord,
  writeTelemetryRollups,
} from '../src/index.ts';

const START = 1_700_000_000_000_000_000n;
const SECOND = 1_000_000_000n;
const SUMMARY = createSessionSummary({ source: 's', session_id: 'a', host: 'h', pid: 1, started_at_ns: START });

function eventOf(fields: {
  readonly at: bigint;
  readonly type?: string;
  readonly rank?: number;
  readonly used?: number;
  readonly reserved?: number;
  readonly context?: string;
  readonly metadata?: Record<string, string>;
}): TelemetryEvent {
  return telemetryEventFromRecord({
    schema_version: 3,
    session_id: 'a',
    timestamp_ns: fields.at,
    event_type: fields.type ?? 'sample',
    collector: 'c',
    sampling_interval_ms: 0,
    pid: 1,
    host: 'h',
    rank: fields.rank ?? 0,
    world_size: 4,
    device_id: 0,
    allocator_allocated_bytes: 0,
    allocator_reserved_bytes: fields.reserved ?? 0,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: 0,
    device_used_bytes: fields.used ?? 0,
    device_free_bytes: null,
    device_total_bytes: null,
    context: fields.context ?? null,
    metadata: { backend: 'cuda', ...fields.metadata },
  });
}

function rollupOf(events: readonly TelemetryEvent[]) {
  const session = { summary: SUMMARY, events, sources_loaded: ['s'], warnings: [] };
  return buildTelemetryRollups([session]).sessions[0]!;
}

const anyEvent = fc
  .record({
    at: fc.integer({ min: 0, max: 12 }).map((tick) => START + BigInt(tick - 2) * 20n * SECOND),
    type: fc.constantFrom('sample', 'sample', 'warning', 'error', 'collector_degraded', 'collector_recovered'),
    rank: fc.integer({ min: 0, max: 3 }),
    used: fc.integer({ min: 0, max: 3 }),
    reserved: fc.integer({ min: 0, max: 3 }),
    metadata: fc.constantFrom<Record<string, string>>(
      {},
      { oom_dump_path: 'x' },
      { severity: 'critical' },
      { collector_health_status: ' Degraded' },
    ),
  })
  .map(eventOf);

describe('buildTelemetryRollups', () => {
  test('takes the earliest of equal peaks', () => {
    const rollup = rollupOf([
      eventOf({ at: START + 2n, used: 5, rank: 2 }),
      eventOf({ at: START + 1n, used: 5, rank: 1 }),
      eventOf({ at: START + 1n, used: 5, rank: 3 }),
    ]);

    expect(rollup.counters.device_used_bytes).toEqual({ value: 5, timestamp_ns: START + 1n, rank: 1, device_id: 0 });
  });

  test('draws the drift of the hidden gap over times beyond 2^53', () => {
    const rollup = rollupOf([eventOf({ at: 1n, used: 0 }), eventOf({ at: 2n ** 60n, used: 2 ** 50 })]);

    expect(rollup.ranks[0]?.hidden_gap_drift_bytes_per_second).toBe(976562.5);
  });

  test('rounds a drift that lies half way to the even digit', () => {
    const rollup = rollupOf([eventOf({ at: START }), eventOf({ at: START + 128n * SECOND, used: 1 })]);

    expect(rollup.ranks[0]?.hidden_gap_drift_bytes_per_second).toBe(0.007812);
  });

  test('counts events before the start into the first window', () => {
    const rollup = rollupOf([eventOf({ at: START - 90n * SECOND }), eventOf({ at: START + 60n * SECOND })]);

    expect(rollup.windows.map((window) => [window.index, window.start_ns - START])).toEqual([
      [0, 0n],
      [1, 60n * SECOND],
    ]);
  });

  test('lets a second degradation start the clock anew', () => {
    const rollup = rollupOf([
      eventOf({ at: START, type: 'collector_degraded' }),
      eventOf({ at: START + 5n, type: 'collector_degraded' }),
      eventOf({ at: START + 9n, type: 'collector_recovered' }),
    ]);

    expect(rollup.collector_health).toEqual({
      transition_count: 3,
      degraded_count: 2,
      recovered_count: 1,
      degraded_time_ns: 4n,
      last_status: 'healthy',
    });
  });

  test('gives the same for events in any order and in any parts, as long as equal times keep theirs', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.array(fc.nat(30)), (events, cuts) => {
        const sorted = events
          .map((event) => event)
          .sort((left, right) => Number(left.timestamp_ns - right.timestamp_ns));
        const bounds = [0, ...cuts.map((cut) => Math.min(cut, events.length)).sort((a, b) => a - b), events.length];
        const merged = new SessionRollupAccumulator(START, 60n * SECOND);
        for (let i = 1; i < bounds.length; i++) {
          const part = new SessionRollupAccumulator(START, 60n * SECOND);
          for (const event of events.slice(bounds[i - 1], bounds[i])) part.add(event);
          merged.merge(part);
        }

        const expected = rollupOf(sorted);
        expect(rollupOf(events)).toEqual(expected);
        expect(merged.toRollup(SUMMARY, ['s'], [])).toEqual(expected);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test('refuses windows without length', () => {
    expect(() => buildTelemetryRollups([], null, { windowDurationNs: 0n })).toThrow(ArgumentError);
  });

  test('refuses windows whose numbers are beyond 2^53', () => {
    const summary = { ...SUMMARY, started_at_ns: 0n };
    const session = { summary, events: [eventOf({ at: START })], sources_loaded: [], warnings: [] };

    expect(() => buildTelemetryRollups([session], null, { windowDurationNs: 1n })).toThrow(InvalidRecordError);
  });
});

describe('rollupCoverageFromManifest', () => {
  test('refuses sums beyond 2^53', () => {
    const segment = { filename: 's', closed: true, session_id: null, event_count: 0, size_bytes: 2 ** 53 - 1 };

    expect(() => rollupCoverageFromManifest({ segments: [segment, segment] })).toThrow(InvalidRecordError);
    expect(() => rollupCoverageFromManifest(null, { pruned_bytes: 2 ** 53 })).toThrow(InvalidRecordError);
  });
});

describe('parseTelemetryRollups', () => {
  test('names the field that is wrong', () => {
    const payload = JSON.parse(JSON.stringify({ ...buildTelemetryRollups([]), generated_at_ns: 1 }, numbers));
    payload.coverage.retained_bytes = -1;

    expect(() => parseTelemetryRollups(payload)).toThrow(
      expect.objectContaining({ code: 'field_invalid', field: 'coverage.retained_bytes' }),
    );
  });

  test('refuses a gap beyond 2^53 rather than rounding it', () => {
    const rollups = rolledUp();
    const text = JSON.stringify(rollups, numbers).replace(
      '"hidden_gap_peak_bytes":3',
      '"hidden_gap_peak_bytes":-9223372036854775808',
    );

    expect(() => parseTelemetryRollups(parseJson(text))).toThrow(InvalidRecordError);
  });

  function rolledUp() {
    return buildTelemetryRollups([
      { summary: SUMMARY, events: [eventOf({ at: START, used: 3 })], sources_loaded: [], warnings: [] },
    ]);
  }
});

describe('the rollup file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollups-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('reads back equal, and leaves nothing else behind', async () => {
    const events = [eventOf({ at: START, used: 3 }), eventOf({ at: START + 128n * SECOND, used: 7 })];
    const rollups = buildTelemetryRollups([{ summary: SUMMARY, events, sources_loaded: ['é'], warnings: ['w'] }]);

    const path = await writeTelemetryRollups(folder, rollups);

    expect(await readdir(folder)).toEqual(['rollups.json']);
    expect(await readTelemetryRollups(folder)).toEqual(rollups);
    expect(await readFile(path, 'utf8')).toMatch(/^\{\n {2}"coverage": [\s\S]*"\\u00e9"[\s\S]*\n\}\n$/);
  });

  test('writes a drift that is a whole number without a fraction', async () => {
    const events = [eventOf({ at: START }), eventOf({ at: START + SECOND, used: 3 })];
    const rollups = buildTelemetryRollups([{ summary: SUMMARY, events, sources_loaded: [], warnings: [] }]);

    const path = await writeTelemetryRollups(folder, rollups);

    expect(await readFile(path, 'utf8')).toContain('"hidden_gap_drift_bytes_per_second": 3,');
  });

  test('counts as usable beside a manifest that cannot be read', async () => {
    const rollups = buildTelemetryRollups([]);
    await writeTelemetryRollups(folder, rollups);
    await writeFile(join(folder, 'manifest.json'), '{"schema_version": 1e999}');

    expect(await readTelemetryRollups(folder)).toEqual(rollups);
  });
});

function numbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
