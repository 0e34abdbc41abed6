import type { SessionStatus } from '@stormlog/sessions';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { describe, expect, it } from 'vitest';
import { type Cause, type CounterPoint, explainRun, groupEventsByRank, summarizeRank } from '../src/index.ts';
import { GIB, madeEvent, madeSamples, START_NS } from './made-events.ts';
import { explainEvents, madeLoad } from './made-load.ts';
import { type Bytes, medianOf, only, phasedRun, ranks, STEP_NS } from './made-runs.ts';

// Every number of a cause is computed again here from its evidence and from the records that the evidence names, by code
// that shares nothing with the detectors: rules as docs/formats/causes.md §5 tells them.

const MIB = 2 ** 20;

type Counter = (event: TelemetryEvent) => number | null;
const COUNTERS: Readonly<Record<string, Counter>> = {
  allocated: (event) => event.allocator_allocated_bytes,
  reserved: (event) => event.allocator_reserved_bytes,
  device_used: (event) => event.device_used_bytes,
  hidden: (event) => event.device_used_bytes! - event.allocator_reserved_bytes!,
};

/** The measured samples of one rank by time. */
function recorded(events: readonly TelemetryEvent[], rank: number, counter: string): CounterPoint[] {
  return events
    .filter((event) => event.rank === rank && event.event_type === 'sample' && COUNTERS[counter]!(event) !== null)
    .map((event) => ({ timestamp_ns: event.timestamp_ns, bytes: COUNTERS[counter]!(event)! }))
    .sort((left, right) => Number(left.timestamp_ns - right.timestamp_ns));
}

function lastEvents(events: readonly TelemetryEvent[]): Map<number, bigint> {
  const last = new Map<number, bigint>();
  for (const { rank, timestamp_ns: at } of events) if (at > (last.get(rank) ?? 0n)) last.set(rank, at);
  return last;
}

function latestOf(times: Iterable<bigint>): bigint {
  return [...times].sort((left, right) => Number(left - right)).at(-1)!;
}

function evenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))]!);
}

function deviationOf(values: readonly number[]): number {
  return 1.4826 * medianOf(values.map((value) => Math.abs(value - medianOf(values))));
}

function seconds(ns: bigint): number {
  return Number(ns) / 1e9;
}

/** Median slope of all pairs of points in bytes a second, and how many more of them rise than fall. */
function trendOf(points: readonly CounterPoint[]): { readonly slope: number; readonly tau: number } {
  const slopes = points.flatMap((left, i) =>
    points.slice(i + 1).map((right) => (right.bytes - left.bytes) / seconds(right.timestamp_ns - left.timestamp_ns)),
  );
  return { slope: medianOf(slopes), tau: slopes.reduce((sum, slope) => sum + Math.sign(slope), 0) / slopes.length };
}

/** Where a level best turns into a line (or into another level): every turn is tried, with a least-squares fit. */
function turnOf(points: readonly CounterPoint[], after: 'line' | 'level'): bigint {
  let best = { error: Number.POSITIVE_INFINITY, at: 0n };
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (let k = 3; k < points.length - 3; k++) {
    const at = points[k]!.timestamp_ns;
    const xs = points.map(({ timestamp_ns }, i) => (i < k ? 0 : after === 'level' ? 1 : seconds(timestamp_ns - at)));
    const ys = points.map(({ bytes }) => bytes);
    const [mx, my] = [mean(xs), mean(ys)];
    const slope =
      xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i]! - my), 0) / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
    const error = xs.reduce((sum, x, i) => sum + (ys[i]! - my - slope * (x - mx)) ** 2, 0);
    if (error < best.error) best = { error, at };
  }
  return best.at;
}

function expectWithinDoubt({ onset_ns, onset_uncertainty_ns }: Cause, expected: bigint): void {
  const apart = onset_ns! > expected ? onset_ns! - expected : expected - onset_ns!;
  expect(apart).toBeLessThanOrEqual(onset_uncertainty_ns!);
}

function expectRecorded(points: readonly CounterPoint[], records: readonly CounterPoint[]): void {
  const known = new Map(records.map(({ timestamp_ns, bytes }) => [timestamp_ns, bytes]));
  expect(points.length).toBeGreaterThan(0);
  for (const { timestamp_ns, bytes } of points) expect(known.get(timestamp_ns)).toBe(bytes);
}

/** The phases of a rank whose innermost name is given: start, end. */
function phasesOf(events: readonly TelemetryEvent[], rank: number, name: string): { start: bigint; end: bigint }[] {
  const own = events.filter(
    (event) => event.rank === rank && JSON.stringify(event.metadata).includes(`"name":"${name}"`),
  );
  const times = (type: string) =>
    own.filter(({ event_type }) => event_type === type).map((event) => event.timestamp_ns);
  const ends = times('phase_exit');
  return times('phase_enter').flatMap((start, i) => (ends[i] === undefined ? [] : [{ start, end: ends[i] }]));
}

describe('growth', () => {
  it('of allocated memory: points are records; rate, trend, growth per step and time to exhaustion follow', () => {
    const leak: Bytes = (i) => 10 * GIB + Math.max(0, i - 80) * 0.05 * GIB;
    const events = [...ranks(4, { 2: leak }), ...steppedPhases(4, 20)];
    const cause = only(explainEvents(events), 'leak');
    const { evidence } = cause;
    const { slope, tau } = trendOf(evidence.points);
    const starts = phasesOf(events, 2, 'work').filter(({ start }) => start >= cause.onset_ns!);
    expect(cause.ranks).toEqual([2]);
    expectRecorded(evidence.points, recorded(events, 2, 'allocated'));
    expect(evidence.points[0]!.timestamp_ns).toBe(cause.onset_ns);
    expectWithinDoubt(cause, turnOf(recorded(events, 2, 'allocated'), 'line'));
    expect(evidence.bytes_per_second).toBeCloseTo(slope, 0);
    expect(evidence.trend).toBeCloseTo(tau, 12);
    expect(evidence.bytes_per_second / GIB).toBeCloseTo(0.5, 1);
    expect(evidence.steps).toMatchObject({ phase_path: 'step # / work', count: starts.length });
    const length = seconds(evidence.points.at(-1)!.timestamp_ns - evidence.points[0]!.timestamp_ns);
    expect(evidence.steps!.bytes_per_step).toBeCloseTo((slope * length) / starts.length, 0);
    expect(evidence.in_use_bytes).toBe(recorded(events, 2, 'device_used').at(-1)!.bytes);
    expect(evidence.seconds_to_exhaustion).toBeCloseTo((80 * GIB - evidence.in_use_bytes!) / slope, 6);
  });

  it('outside the allocator: the points are device used minus reserved', () => {
    const events = ranks(4).map((event, i) => ({
      ...event,
      device_used_bytes: 13 * GIB + (event.rank === 1 ? Math.max(0, (i % 200) - 70) * 0.03 * GIB : 0),
    }));
    const cause = only(explainEvents(events), 'hidden_leak');
    const { evidence } = cause;
    const { slope, tau } = trendOf(evidence.points);
    expect(cause.ranks).toEqual([1]);
    expect(evidence.counter).toBe('hidden');
    expectRecorded(evidence.points, recorded(events, 1, 'hidden'));
    expectWithinDoubt(cause, turnOf(recorded(events, 1, 'hidden'), 'line'));
    expect(evidence.bytes_per_second).toBeCloseTo(slope, 0);
    expect(evidence.trend).toBeCloseTo(tau, 12);
    expect(evidence.steps).toBeNull();
    expect(evidence.in_use_bytes).toBe(recorded(events, 1, 'device_used').at(-1)!.bytes);
    expect(evidence.seconds_to_exhaustion).toBeCloseTo((80 * GIB - evidence.in_use_bytes!) / slope, 6);
  });
});

describe('a rank unlike its peers', () => {
  function expectScore(cause: Extract<Cause, { kind: 'peer_divergence' }>): void {
    const { evidence } = cause;
    const [own, ...peers] = evidence.values;
    const centre = medianOf(peers.map(({ value }) => value));
    expect(own!.rank).toBe(cause.ranks[0]);
    expect(evidence.peers_median).toBeCloseTo(centre, 3);
    expect(evidence.scale).toBeCloseTo(
      Math.max(evidence.scale_floor_bytes, deviationOf(peers.map(({ value }) => value))),
      3,
    );
    expect(evidence.score).toBeCloseTo((own!.value - centre) / evidence.scale, 9);
    expect(Math.abs(evidence.score)).toBeGreaterThanOrEqual(evidence.threshold);
  }

  it('in level: each value is the median of at most 255 samples from a time on', () => {
    const jump: Bytes = (i) => (i < 90 ? 10 : 15) * GIB;
    const events = ranks(5, { 1: jump }, 700);
    const cause = only(explainEvents(events), 'peer_divergence');
    const { evidence } = cause;
    expect(evidence.measure).toBe('level');
    expect(evidence.values.map(({ rank }) => rank)).toEqual([1, 0, 2, 3, 4]);
    for (const { rank, since_ns, value } of evidence.values) {
      const later = recorded(events, rank, evidence.counter).filter(({ timestamp_ns }) => timestamp_ns >= since_ns);
      expect(later[0]!.timestamp_ns).toBe(since_ns);
      expect(value).toBe(medianOf(evenly(later, 255).map(({ bytes }) => bytes)));
    }
    expect(evidence.scale_floor_bytes).toBeCloseTo(Math.max(0.02 * evidence.peers_median, 4 * MIB), 3);
    expectScore(cause);
    expectWithinDoubt(cause, turnOf(recorded(events, 1, evidence.counter), 'level'));
  });

  it('in volatility: each value is the mean of the smaller 95 % of the steps between samples', () => {
    const wild: Bytes = (i) => 10 * GIB + (i < 100 ? 0 : 1.5 * GIB * Math.sin(i * i));
    const events = ranks(5, { 3: wild });
    const cause = only(explainEvents(events), 'peer_divergence');
    const { evidence } = cause;
    expect(cause.ranks).toEqual([3]);
    expect(evidence.measure).toBe('volatility');
    for (const { rank, since_ns, value } of evidence.values) {
      const series = recorded(events, rank, evidence.counter);
      const steps = series.slice(1).map(({ bytes }, i) => Math.abs(bytes - series[i]!.bytes));
      expect(since_ns).toBe(series[0]!.timestamp_ns);
      const ordinary = steps.sort((left, right) => left - right).slice(0, Math.ceil(0.95 * steps.length));
      expect(value).toBeCloseTo(ordinary.reduce((sum, step) => sum + step, 0) / ordinary.length, 3);
    }
    const level = medianOf(recorded(events, 3, evidence.counter).map(({ bytes }) => bytes));
    const floor = Math.max(0.3 * evidence.peers_median, 0.005 * level, 2 * MIB);
    expect(evidence.scale_floor_bytes / floor).toBeCloseTo(1, 2);
    expectScore(cause);
    const own = recorded(events, 3, evidence.counter);
    const sizes = own.slice(1).map(({ timestamp_ns, bytes }, i) => ({
      timestamp_ns,
      bytes: Math.min(GIB, Math.abs(bytes - own[i]!.bytes)),
    }));
    expectWithinDoubt(cause, turnOf(sizes, 'level'));
  });
});

it('of a spike: baseline, scale, height and score follow from the samples around it', () => {
  const spike: Bytes = (i) => (i >= 100 && i < 104 ? 18 : 10) * GIB;
  const events = ranks(4, { 3: spike });
  const cause = only(explainEvents(events), 'spike');
  const { evidence } = cause;
  const records = recorded(events, 3, evidence.counter);
  const values = evidence.around.map(({ bytes }) => bytes);
  const baseline = medianOf(values);
  const place = (at: bigint) => records.findIndex(({ timestamp_ns }) => timestamp_ns === at);
  const [from, to] = [place(cause.onset_ns!), place(evidence.to_ns)];
  expect(cause.ranks).toEqual([3]);
  expect([from, to]).toEqual([100, 103]);
  expect(evidence.around).toEqual([...records.slice(from - 24, from), ...records.slice(to + 1, to + 25)]);
  expect(evidence.peak.bytes).toBe(Math.max(...records.slice(from, to + 1).map(({ bytes }) => bytes)));
  expect(evidence.baseline_bytes).toBeCloseTo(baseline, 3);
  expect(evidence.height_bytes).toBeCloseTo(evidence.peak.bytes - baseline, 3);
  expect(evidence.scale).toBeCloseTo(Math.max(deviationOf(values), 0.01 * baseline, MIB), 3);
  expect(evidence.score).toBeCloseTo(evidence.height_bytes / evidence.scale, 9);
  expect(evidence.score).toBeGreaterThan(evidence.threshold);
});

it('of a fragmenting rank: the shares follow from the points, which are records', () => {
  const events = ranks(4).map((event, i) =>
    event.rank === 2
      ? {
          ...event,
          allocator_reserved_bytes: Math.round((12 + Math.max(0, (i % 200) - 60) * 0.1) * GIB),
          device_used_bytes: 30 * GIB,
        }
      : event,
  );
  const cause = only(explainEvents(events), 'fragmentation');
  const { evidence } = cause;
  const [allocated, reserved] = [recorded(events, 2, 'allocated'), recorded(events, 2, 'reserved')];
  const all = allocated.map(({ timestamp_ns, bytes }, i) => ({
    timestamp_ns,
    allocated: bytes,
    reserved: reserved[i]!.bytes,
  }));
  const shares = evidence.points.map((point) => 1 - point.allocated / point.reserved);
  expect(cause.ranks).toEqual([2]);
  expect(evidence.points).toEqual(evenly(all, 60));
  expect(evidence.unused_share_first).toBeCloseTo(medianOf(shares.slice(0, 12)), 12);
  expect(evidence.unused_share_last).toBeCloseTo(medianOf(shares.slice(-12)), 12);
  expect(evidence.unused_share_last - evidence.unused_share_first).toBeGreaterThan(0.12);
  expectWithinDoubt(cause, turnOf(reserved, 'line'));
});

it('of missing ranks: the world that the events name, without the ranks that have events', () => {
  const events = ranks(6).filter(({ rank }) => rank !== 2 && rank !== 5);
  const cause = only(explainEvents(events), 'rank_missing');
  const seen = new Set(events.map(({ rank }) => rank));
  const expected = Array.from({ length: cause.evidence.world_size }, (_, rank) => rank);
  expect(cause.evidence).toMatchObject({ expected_from: 'world_size', ranks_seen: seen.size, seen_elsewhere: [] });
  expect(cause.evidence.world_size).toBe(Math.max(...events.map(({ world_size }) => world_size)));
  expect(cause.ranks).toEqual(expected.filter((rank) => !seen.has(rank)));
});

describe('a rank that stopped early', () => {
  const until = (events: readonly TelemetryEvent[], rank: number, samples: bigint): TelemetryEvent[] =>
    events.filter((event) => event.rank !== rank || event.timestamp_ns < START_NS + samples * STEP_NS);

  it.each([
    ['sampling_and_clocks', 8, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['cut_off', 8, [3]],
    ['finished_early', 8, []],
    ['cut_off', 40, [3]],
  ] as const)(
    'by the rule %s in a world of %i: silence, allowance and place among the peers',
    (rule, count, running) => {
      const events = until(ranks(count, {}, 120), 3, 50n);
      const cause = only(explainEvents(events, running), 'rank_stopped_early');
      const { evidence } = cause;
      const last = lastEvents(events);
      const peersEnds = [...last].filter(([rank]) => rank !== 3).map(([, at]) => at);
      peersEnds.sort((left, right) => Number(left - right));
      const place = Math.floor(0.6 * (evidence.peers - 1));
      const [own, ...peers] = evidence.last_seen;
      expect(evidence.rule).toBe(rule);
      expect(cause).toMatchObject({ ranks: [3], onset_ns: last.get(3) });
      expect(evidence.last_seen.every(({ rank, last_event_ns }) => last.get(rank) === last_event_ns)).toBe(true);
      expect(own!.rank).toBe(3);
      expect(evidence.peers).toBe(peersEnds.length);
      expect(peers.length).toBe(Math.min(16, peersEnds.length));
      expect(evidence.peers_last_ns).toBe(peersEnds[place]);
      expect(peers[place - evidence.peers_before]!.last_event_ns).toBe(evidence.peers_last_ns);
      expect(evidence.silence_ns).toBe(evidence.peers_last_ns - own!.last_event_ns);
      const sampling = Math.max(3 * Math.max(Number(own!.interval_ns), Number(evidence.usual_interval_ns)), 5e8);
      expect(evidence.run_span_ns).toBe(latestOf(last.values()) - START_NS);
      expect(own!.interval_ns).toBe(STEP_NS);
      expect(Number(evidence.allowed_ns)).toBe(
        {
          cut_off: 1.5 * Number(own!.interval_ns),
          sampling_and_clocks: sampling + Number(own!.clock_uncertainty_ns + evidence.usual_uncertainty_ns),
          finished_early: 0.2 * Number(evidence.run_span_ns),
        }[rule],
      );
      expect(evidence.silence_ns).toBeGreaterThan(evidence.allowed_ns);
    },
  );

  it('whose order nobody can tell: any two of the times are nearer than clocks and sampling', () => {
    const events = until(until(ranks(4), 0, 60n), 1, 61n).map((event) => ({ ...event, host: `n${event.rank}` }));
    const { evidence } = only(explainEvents(events, [0, 1]), 'undecided');
    const last = lastEvents(events);
    const [first, second] = evidence.times;
    expect(evidence.times.map(({ rank }) => rank)).toEqual(evidence.candidates);
    for (const { rank, last_event_ns } of evidence.times) expect(last_event_ns).toBe(last.get(rank));
    const apart = second!.last_event_ns + second!.clock_offset_ns - first!.last_event_ns - first!.clock_offset_ns;
    expect(apart).toBeLessThanOrEqual(
      first!.clock_uncertainty_ns + second!.clock_uncertainty_ns + evidence.resolution_ns,
    );
  });
});

it('of a slow rank: medians of its phases and its peers’, ratio, scale and score', () => {
  const events = phasedRun(2);
  const cause = only(explainEvents(events), 'slow_rank');
  const { evidence } = cause;
  const [own, ...peers] = evidence.durations;
  const lengths = (rank: number, name: string) =>
    phasesOf(events, rank, name).map(({ start, end }) => Number(end - start));
  for (const { rank, median_ns, count } of evidence.durations) {
    expect(median_ns).toBe(medianOf(lengths(rank, 'forward').slice(-count)));
  }
  const centre = medianOf(peers.map(({ median_ns }) => median_ns));
  expect(own!.rank).toBe(2);
  expect(cause.onset_ns).toBe(phasesOf(events, 2, 'forward').at(-own!.count)!.start);
  expect(evidence.peers_median_ns).toBe(centre);
  expect(evidence.ratio).toBeCloseTo(own!.median_ns / centre, 9);
  expect(evidence.scale_ns).toBeCloseTo(
    Math.max(deviationOf(peers.map(({ median_ns }) => median_ns)), 0.04 * centre, 3e6),
    3,
  );
  expect(evidence.score).toBeCloseTo((own!.median_ns - centre) / evidence.scale_ns, 9);
  expect(evidence.waiting).toEqual({
    phase_path: 'step # / all_reduce',
    own_median_ns: medianOf(lengths(2, 'all_reduce').slice(-own!.count)),
    peers_median_ns: medianOf([0, 1, 3].map((rank) => medianOf(lengths(rank, 'all_reduce').slice(-own!.count)))),
  });
});

describe('a run that stalled', () => {
  function expectStall(
    cause: Extract<Cause, { kind: 'stalled' }>,
    events: readonly TelemetryEvent[],
    progress: Map<number, bigint[]>,
  ) {
    const { evidence } = cause;
    const last = lastEvents(events);
    for (const { rank, last_progress_ns, last_event_ns } of evidence.last_progress) {
      expect(last_progress_ns).toBe(progress.get(rank)!.at(-1));
      expect(last_event_ns).toBe(last.get(rank));
    }
    const ends = [...last.values()].map((at) => Number(at - START_NS));
    expect(Number(evidence.run_end_ns - START_NS)).toBeCloseTo(medianOf(ends), 0);
    const latest = evidence.last_progress.at(-1)!.last_progress_ns;
    expect(evidence.silence_ns).toBe(evidence.run_end_ns - latest);
    const pauses = [...progress].flatMap(([rank, times]) =>
      times.slice(1).map((to, i) => ({ rank, from_ns: times[i]!, to_ns: to })),
    );
    const { rank, from_ns, to_ns } = evidence.longest_pause;
    expect(pauses).toContainEqual({ rank, from_ns, to_ns });
    expect(evidence.usual_ns).toBe(to_ns - from_ns);
    expect(pauses.every((pause) => pause.to_ns - pause.from_ns <= evidence.usual_ns)).toBe(true);
    expect(evidence.silence_ns).toBeGreaterThan(4n * evidence.usual_ns);
    expect(cause.onset_ns).toBe(progress.get(cause.ranks[0]!)!.at(-1));
  }

  it('in its phases: last boundaries, the silence after them and the longest pause before', () => {
    const whole = phasedRun(null).map((event) => ({ ...event, host: 'a' }));
    const hangsAt = START_NS + 10_300_000_000n;
    const events = whole.filter(
      ({ event_type, timestamp_ns, rank }) =>
        event_type === 'sample' || timestamp_ns < hangsAt + (rank === 1 ? 0n : 300_000_000n),
    );
    const cause = only(explainEvents(events, [0, 1, 2, 3]), 'stalled');
    const progress = new Map(
      [0, 1, 2, 3].map((rank) => [
        rank,
        events
          .filter((event) => event.rank === rank && event.event_type !== 'sample')
          .map((event) => event.timestamp_ns)
          .sort((left, right) => Number(left - right)),
      ]),
    );
    expect(cause).toMatchObject({ ranks: [1], severity: 'critical', phase_path: 'step 10 / forward' });
    expect(cause.reason_codes).toContain('peers_wait_in_collective');
    expectStall(cause, events, progress);
  });

  it('without phases, in its memory: the samples that changed last, the first rank by more than a sample', () => {
    const still =
      (at: number): Bytes =>
      (i) =>
        10 * GIB + 0.2 * GIB * Math.sin(Math.min(i, at) * 1.3);
    const events = [0, 1, 2, 3].flatMap((rank) => {
      const bytes = still(rank === 2 ? 80 : 86);
      return madeSamples(200, {
        rank,
        world_size: 4,
        at: (i) => ({ allocator_allocated_bytes: Math.round(bytes(i)) }),
      });
    });
    const cause = only(explainEvents(events, [0, 1, 2, 3]), 'stalled');
    const progress = new Map(
      [0, 1, 2, 3].map((rank) => {
        const own = recorded(events, rank, 'allocated');
        const changed = own.filter(
          ({ bytes }, i) => i > 0 && Math.abs(bytes - own[i - 1]!.bytes) > 1e-4 * own[0]!.bytes,
        );
        return [rank, changed.map(({ timestamp_ns }) => timestamp_ns)];
      }),
    );
    expect(cause).toMatchObject({ ranks: [2], severity: 'warning', phase_path: null });
    expect(cause.reason_codes).toEqual(['first_without_progress', 'memory_only']);
    expectStall(cause, events, progress);
  });
});

it('of common buffers: the steps are those of the records, their spread and the onset follow', () => {
  const grown: Bytes = (i) => (i < 20 ? 10 : 11.5) * GIB;
  const events = ranks(40, Object.fromEntries(Array.from({ length: 40 }, (_, rank) => [rank, grown])));
  const cause = only(explainEvents(events), 'collective_buffers');
  const { evidence } = cause;
  for (const { rank, timestamp_ns, bytes } of evidence.steps) {
    const values = recorded(events, rank, evidence.counter);
    const place = values.findIndex((point) => point.timestamp_ns === timestamp_ns);
    const after = values.slice(place, place + 25).map((point) => point.bytes);
    const before = values.slice(Math.max(0, place - 25), place).map((point) => point.bytes);
    expect(bytes).toBeCloseTo(medianOf(after) - medianOf(before), 3);
  }
  const times = evidence.steps.map(({ timestamp_ns, clock_offset_ns }) =>
    Number(timestamp_ns + clock_offset_ns - START_NS),
  );
  expect(cause).toMatchObject({ severity: 'info', ranks: Array.from({ length: 40 }, (_, rank) => rank) });
  expect(evidence).toMatchObject({ near: 'start', ranks_total: 40 });
  expect(times).toHaveLength(32);
  expect(times).toEqual([...times].sort((left, right) => left - right));
  expect(Number(evidence.spread_ns)).toBe(times.at(-1)! - times[0]!);
  expect(cause.onset_ns).toBe(evidence.steps[15]!.timestamp_ns);
  expectWithinDoubt(cause, START_NS + 20n * STEP_NS);
});

it('of restarts: the ends and alerts of the sessions of each attempt', () => {
  const sessionOf = (attempt: number, rank: number, status: SessionStatus) => {
    const from = START_NS + BigInt(attempt) * 100_000_000_000n;
    const events = madeSamples(50 + rank, { rank, from, session_id: `a${attempt}-r${rank}` });
    if (attempt === 0 && rank === 1) {
      events.push(
        madeEvent({ rank, timestamp_ns: from + 6_000_000_000n, event_type: 'critical', context: 'out of memory' }),
      );
    }
    const { session_id, host, pid, job_id, local_rank, world_size } = events[0]!;
    const summary = {
      session_id,
      status,
      started_at_ns: from,
      ended_at_ns: null,
      host,
      pid,
      job_id,
      rank,
      local_rank,
      world_size,
      source: 'test',
    } as const;
    return { summary, events, sources_loaded: [], warnings: [] };
  };
  const sessions = [0, 1].flatMap((attempt) =>
    [0, 1].map((rank) =>
      sessionOf(attempt, rank, attempt === 1 ? 'completed' : rank === 1 ? 'running' : 'interrupted'),
    ),
  );
  const groups = [0, 1].map((attempt) => ({
    session_id: `g${attempt}`,
    job_id: 'job-7',
    world_size: 2,
    attempt: attempt + 1,
    attempts: 2,
    started_at_ns: START_NS + BigInt(attempt) * 100_000_000_000n,
    members: [0, 1].map((rank) => ({ session_id: `a${attempt}-r${rank}`, ranks: [rank] })),
  }));
  const events = sessions.slice(2).flatMap((session) => session.events);
  const load = { ...madeLoad(events), sessions, groups, selected_session_id: 'g1' };
  const summaries = Array.from(groupEventsByRank(events).values(), summarizeRank);
  const cause = only(explainRun({ load, summaries }), 'restarts');
  for (const end of cause.evidence.attempts) {
    const members = sessions.filter(({ summary }) => summary.session_id.startsWith(`a${end.attempt - 1}-`));
    const all = members.flatMap((session) => session.events);
    const unfinished = members.filter(({ summary }) => summary.status !== 'completed');
    expect(end.started_at_ns).toBe(members[0]!.summary.started_at_ns);
    expect(end.last_event_ns).toBe(latestOf(all.map((event) => event.timestamp_ns)));
    expect(end.unfinished_ranks).toEqual(unfinished.map(({ summary }) => summary.rank));
    expect(end.ended).toBe(unfinished.length === 0 ? 'completed' : 'cut_off');
    expect(end.marks).toEqual(
      all
        .filter(({ event_type }) => event_type === 'critical')
        .map(({ timestamp_ns, event_type, context }) => ({ timestamp_ns, event_type, context })),
    );
  }
  expect(cause).toMatchObject({
    ranks: [0, 1],
    severity: 'warning',
    onset_ns: cause.evidence.attempts[0]!.last_event_ns,
  });
});

/** Phases `step k / work` of a second each, on every rank. */
function steppedPhases(count: number, steps: number): TelemetryEvent[] {
  return Array.from({ length: count }, (_, rank) =>
    Array.from({ length: steps }, (_unused, step) =>
      (['enter', 'exit'] as const).map((action) =>
        madeEvent({
          rank,
          world_size: count,
          timestamp_ns: START_NS + BigInt(step) * 1_000_000_000n + (action === 'enter' ? 1n : 900_000_000n),
          event_type: `phase_${action}`,
          metadata: {
            phase_scope: {
              action,
              name: 'work',
              path: [`step ${step}`, 'work'],
              depth: 2,
              scope_id: `${rank}:${step}`,
              parent_scope_id: null,
              thread_id: 1,
              thread_name: 'main',
              sequence: 2 * step + (action === 'enter' ? 0 : 1),
            },
          },
        }),
      ),
    ).flat(),
  ).flat();
}
