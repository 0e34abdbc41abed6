import type { TelemetryEvent } from '@stormlog/telemetry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cause, explainRun, groupEventsByRank, type RankSummary, summarizeRank } from '../src/index.ts';
import { GIB, madeEvent, madeSamples, START_NS } from './made-events.ts';
import { explainEvents, madeLoad } from './made-load.ts';
import { type Bytes, phasedRun, ranks, STEP_NS } from './made-runs.ts';

const SEED = 8;

/** Every number is finite and every text is there: what a report can print. */
function expectSound(causes: readonly Cause[]): void {
  for (const cause of causes) {
    expect(cause.confidence).toBeGreaterThanOrEqual(0);
    expect(cause.confidence).toBeLessThanOrEqual(1);
    expect(cause.next_step.length).toBeGreaterThan(20);
    expect(cause.summary).not.toMatch(/NaN|undefined|Infinity|null/);
    expect((cause.onset_ns === null) === (cause.onset_uncertainty_ns === null)).toBe(true);
    expect(cause.onset_uncertainty_ns ?? 0n).toBeGreaterThanOrEqual(0n);
    expect(cause.reason_codes).toEqual([...cause.reason_codes].sort());
    visitNumbers(cause, (value) => expect(Number.isFinite(value), cause.summary).toBe(true));
  }
}

function visitNumbers(value: unknown, visit: (value: number) => void): void {
  if (typeof value === 'number') visit(value);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) visitNumbers(each, visit);
}

function alarms(causes: readonly Cause[]): [string, readonly number[]][] {
  return causes.filter(({ severity }) => severity !== 'info').map(({ kind, ranks: own }) => [kind, own]);
}

const UNMEASURED: Partial<TelemetryEvent> = {
  allocator_allocated_bytes: null,
  allocator_reserved_bytes: null,
  device_used_bytes: null,
  device_total_bytes: null,
};

describe('hostile runs', () => {
  it.each([1, 2, 3, 17])('of %i ranks without a single counter are no reason to speak', (count) => {
    const events = ranks(count).map((event) => ({ ...event, ...UNMEASURED }));
    expect(explainEvents(events)).toEqual([]);
  });

  it('of which only some ranks have counters are explained by those', () => {
    const jump: Bytes = (i) => (i < 90 ? 10 : 15) * GIB;
    const events = ranks(6, { 1: jump }).map((event) => (event.rank > 3 ? { ...event, ...UNMEASURED } : event));
    const causes = explainEvents(events);
    expectSound(causes);
    expect(alarms(causes)).toEqual([['peer_divergence', [1]]]);
  });

  it.each([1, 2, 500])('of single samples on %i ranks are no reason to speak', (count) => {
    expect(explainEvents(ranks(count, {}, 1))).toEqual([]);
  });

  it('of 10,000 ranks with three samples each', () => {
    const causes = explainEvents(
      Array.from({ length: 10_000 }, (_, rank) =>
        madeSamples(3, { rank, world_size: 10_000, host: `n${rank >> 3}` }),
      ).flat(),
    );
    expect(causes).toEqual([]);
  });

  it('of which half of 2,000 ranks were cut off name all of them and stay bounded', () => {
    const events = Array.from({ length: 2000 }, (_, rank) =>
      madeSamples(rank % 2 === 0 ? 12 : 4, { rank, world_size: 2000, host: `n${rank >> 3}` }),
    ).flat();
    const odd = Array.from({ length: 1000 }, (_, i) => 2 * i + 1);
    const causes = explainEvents(events, odd);
    const stopped = causes.filter(({ kind }) => kind === 'rank_stopped_early');
    expectSound(causes.slice(0, 20));
    expect(stopped.flatMap(({ ranks: own }) => own).sort((left, right) => left - right)).toEqual(odd);
    for (const cause of stopped)
      if (cause.kind === 'rank_stopped_early') expect(cause.evidence.last_seen.length).toBeLessThanOrEqual(17);
  });

  it('whose ranks have no time in common', () => {
    const events = ranks(4).map((event) => ({
      ...event,
      timestamp_ns: event.timestamp_ns + BigInt(event.rank) * 3_600_000_000_000n,
    }));
    const causes = explainEvents(events);
    expectSound(causes);
    expect(causes.every(({ kind }) => kind === 'rank_stopped_early' || kind === 'undecided')).toBe(true);
  });

  it('with events told twice say the same as with each told once', () => {
    const events = ranks(5, { 2: (i) => (i < 90 ? 10 : 15) * GIB });
    const twice = explainEvents([...events, ...events]);
    expectSound(twice);
    expect(alarms(twice)).toEqual(alarms(explainEvents(events)));
  });

  it('whose clock was set back by a minute in the middle', () => {
    const events = ranks(4).map((event, i) =>
      event.rank === 1 && i % 200 > 120 ? { ...event, timestamp_ns: event.timestamp_ns - 60_000_000_000n } : event,
    );
    expectSound(explainEvents(events));
  });

  it.each([
    [
      'the largest counters',
      (event: TelemetryEvent, i: number) => ({
        ...event,
        allocator_allocated_bytes: Number.MAX_SAFE_INTEGER - (i % 7) * 2 ** 40,
      }),
    ],
    [
      'counters of 0',
      (event: TelemetryEvent) => ({
        ...event,
        allocator_allocated_bytes: 0,
        allocator_reserved_bytes: 0,
        device_used_bytes: 0,
      }),
    ],
    [
      'counters below 0',
      (event: TelemetryEvent, i: number) => ({ ...event, allocator_allocated_bytes: -(i % 200) * 2 ** 30 }),
    ],
    ['times beyond 64 bits', (event: TelemetryEvent) => ({ ...event, timestamp_ns: event.timestamp_ns + 2n ** 70n })],
    ['a time of 0', (event: TelemetryEvent, i: number) => (i % 200 === 0 ? { ...event, timestamp_ns: 0n } : event)],
    ['a sampling interval of 0', (event: TelemetryEvent) => ({ ...event, sampling_interval_ms: 0 })],
    ['a world size of 0', (event: TelemetryEvent) => ({ ...event, world_size: 0 })],
    [
      'full devices',
      (event: TelemetryEvent, i: number) => ({
        ...event,
        allocator_allocated_bytes: (10 + (i % 200) * 0.1) * GIB,
        device_used_bytes: 80 * GIB,
      }),
    ],
    [
      'hostile texts',
      (event: TelemetryEvent) => ({ ...event, host: '__proto__', event_type: 'critical', context: 'x'.repeat(10_000) }),
    ],
  ])('with %s give sound causes', (_what, change) => {
    expectSound(explainEvents(ranks(4).map(change)));
    expectSound(explainEvents(ranks(1).map(change)));
  });

  it('whose phases never end, begin before they should, or last no time', () => {
    for (const keep of ['phase_enter', 'phase_exit']) {
      expectSound(
        explainEvents(phasedRun(1).filter(({ event_type }) => event_type === 'sample' || event_type === keep)),
      );
    }
    expectSound(explainEvents(phasedRun(1).map((event) => ({ ...event, timestamp_ns: START_NS }))));
  });

  it('with ranks far apart in number name what is missing between them', () => {
    const events = [0, 1, 900].flatMap((rank) => madeSamples(30, { rank, world_size: 1000 }));
    const [first] = explainEvents(events);
    expect(first).toMatchObject({ kind: 'rank_missing', evidence: { ranks_seen: 3, world_size: 1000 } });
    expect(first!.ranks).toHaveLength(997);
  });
});

describe('several devices of a rank', () => {
  /** Two devices a rank, of which the second holds more. */
  function twoDevices(count: number, fault: (rank: number, device: number, i: number) => number): TelemetryEvent[] {
    return Array.from({ length: count }, (_, rank) =>
      [0, 1].flatMap((device) =>
        madeSamples(200, {
          rank,
          world_size: count,
          device_id: 2 * rank + device,
          at: (i) => {
            const level =
              (10 + device) * GIB + Math.round(2e7 * Math.sin(i * 1.7 + rank + device)) + fault(rank, device, i);
            return {
              allocator_allocated_bytes: level,
              allocator_reserved_bytes: 40 * GIB,
              device_used_bytes: 40 * GIB,
            };
          },
        }),
      ),
    ).flat();
  }

  it('are compared with those of the same place in other ranks', () => {
    expect(alarms(explainEvents(twoDevices(4, () => 0)))).toEqual([]);
  });

  it.each([
    ['leak', (i: number) => Math.round(Math.max(0, i - 80) * 0.05 * GIB)],
    ['peer_divergence', (i: number) => (i < 90 ? 0 : 5 * GIB)],
    ['spike', (i: number) => (i >= 100 && i < 104 ? 8 * GIB : 0)],
  ] as const)('and a %s of one of them is told of that one', (kind, fault) => {
    const causes = explainEvents(twoDevices(4, (rank, device, i) => (rank === 2 && device === 1 ? fault(i) : 0)));
    expectSound(causes);
    expect(alarms(causes)).toEqual([[kind, [2]]]);
    expect(causes[0]!.devices).toEqual([5]);
  });
});

/** A run of alike ranks of which one does something else, drawn from a few numbers. */
const someRun = fc
  .record({
    count: fc.integer({ min: 1, max: 9 }),
    samples: fc.integer({ min: 30, max: 160 }),
    odd: fc.nat({ max: 8 }),
    fault: fc.constantFrom('none', 'leak', 'jump', 'spike', 'stop', 'noise'),
    at: fc.double({ min: 0.2, max: 0.7, noNaN: true }),
    wobble: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ count, samples, odd, fault, at, wobble }) => {
    const turn = Math.floor(at * samples);
    const bytes: Bytes = (i) => {
      const after = i - turn;
      if (after < 0) return 10 * GIB;
      if (fault === 'leak') return (10 + 6 * (after / samples)) * GIB;
      if (fault === 'jump') return 14 * GIB;
      if (fault === 'spike') return (after < 4 ? 18 : 10) * GIB;
      return (fault === 'noise' ? 10 + 2 * Math.sin(i * i * wobble) : 10) * GIB;
    };
    const events = ranks(count, { [odd % count]: bytes }, samples).filter(
      ({ rank, timestamp_ns }) =>
        fault !== 'stop' || rank !== odd % count || timestamp_ns < START_NS + BigInt(turn) * STEP_NS,
    );
    return events.map((event) => ({ ...event, host: `n${event.rank >> 2}` }));
  });

function summariesOf(events: readonly TelemetryEvent[]): RankSummary[] {
  return Array.from(groupEventsByRank(events).values(), summarizeRank);
}

/** The same with every time of day moved. */
function moved(value: unknown, by: bigint): unknown {
  if (typeof value === 'bigint') return value > START_NS / 2n ? value + by : value;
  if (Array.isArray(value)) return value.map((each) => moved(each, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moved(each, by)]));
}

const BYTES = /bytes|^(value|peers_median|scale|allocated|reserved)$/;

/** The same with every count of bytes multiplied. */
function scaled(value: unknown, by: number, key = ''): unknown {
  if (typeof value === 'number') return BYTES.test(key) ? value * by : value;
  if (Array.isArray(value)) return value.map((each) => scaled(each, by, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scaled(each, by, name)]));
}

describe('whatever the run', () => {
  it('causes are sound, and the order of events and of ranks says nothing', () => {
    fc.assert(
      fc.property(someRun, fc.infiniteStream(fc.nat()), (events, draws) => {
        const causes = explainEvents(events);
        expectSound(causes);
        const shuffled = [...events];
        for (let i = shuffled.length - 1; i > 0; i--) {
          const j = draws.next().value % (i + 1);
          [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
        }
        const summaries = summariesOf(shuffled).reverse();
        expect(explainRun({ load: madeLoad(shuffled.sort(byTime)), summaries })).toEqual(causes);
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it('a shift of all times shifts onsets and nothing else', () => {
    fc.assert(
      fc.property(someRun, fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (events, by) => {
        const later = events.map((event) => ({ ...event, timestamp_ns: event.timestamp_ns + by }));
        expect(explainEvents(later)).toEqual(moved(explainEvents(events), by));
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it('twice or four times the bytes are twice or four times the evidence, of the same causes', () => {
    fc.assert(
      fc.property(someRun, fc.constantFrom(2, 4), (events, by) => {
        const larger = events.map((event) => ({
          ...event,
          allocator_allocated_bytes: event.allocator_allocated_bytes! * by,
          allocator_reserved_bytes: event.allocator_reserved_bytes! * by,
          device_used_bytes: event.device_used_bytes! * by,
          device_total_bytes: event.device_total_bytes! * by,
        }));
        const plain = ({ summary, ...rest }: Cause) => rest;
        expect(explainEvents(larger).map(plain)).toEqual(
          explainEvents(events).map((cause) => scaled(plain(cause), by)),
        );
      }),
      { seed: SEED, numRuns: 40 },
    );
  });
});

function byTime(left: TelemetryEvent, right: TelemetryEvent): number {
  return Number(left.timestamp_ns - right.timestamp_ns);
}

it('one event of a world of two says that the other rank is missing', () => {
  expect(alarms(explainEvents([madeEvent()]))).toEqual([['rank_missing', [1]]]);
});
