import { fileURLToPath } from 'node:url';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { describe, expect, it } from 'vitest';
import {
  type Cause,
  clockOffsets,
  explainRun,
  groupEventsByRank,
  loadDistributedArtifacts,
  summarizeRank,
} from '../src/index.ts';
import { GIB, madeEvent, madeSamples, START_NS } from './made-events.ts';
import { explainEvents, madeLoad } from './made-load.ts';

const RUN = fileURLToPath(new URL('../../../samples/run', import.meta.url));
const STEP_NS = 100_000_000n;

type Bytes = (sample: number) => number;

/** Ranks of 200 samples, 100 ms apart; a wobble so that nothing is exact. */
function ranks(count: number, special: Readonly<Record<number, Bytes>> = {}, samples = 200): TelemetryEvent[] {
  return Array.from({ length: count }, (_, rank) => {
    const bytes = special[rank] ?? (() => 10 * GIB);
    return madeSamples(samples, {
      rank,
      world_size: count,
      at: (i) => {
        const allocated = Math.round(bytes(i) + 20e6 * Math.sin(i * 1.7 + rank));
        return {
          allocator_allocated_bytes: allocated,
          allocator_reserved_bytes: Math.max(12 * GIB, allocated),
          device_used_bytes: Math.max(12 * GIB, allocated),
        };
      },
    });
  }).flat();
}

function only<Kind extends Cause['kind']>(causes: readonly Cause[], kind: Kind): Extract<Cause, { kind: Kind }> {
  const found = causes.filter((cause): cause is Extract<Cause, { kind: Kind }> => cause.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

describe('the sample run is explained', () => {
  it('rank 4 never seen, rank 3 cut off, rank 2 grows unlike its peers, rank 1 spiked', async () => {
    const load = await loadDistributedArtifacts([RUN]);
    const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);
    const causes = explainRun({ load, summaries });
    expect(causes.map(({ kind, ranks: own, severity }) => [kind, own, severity])).toEqual([
      ['rank_missing', [4], 'critical'],
      ['rank_stopped_early', [3], 'critical'],
      ['leak', [2], 'warning'],
      ['spike', [1], 'warning'],
    ]);
    expect(causes[1]).toMatchObject({ phase_path: 'epoch 1 / backward', evidence: { session_status: 'running' } });
    expect(causes[2]!.summary).toMatch(/unlike its peers: allocated memory \+13\.\d MiB\/s/);
    expect(causes[3]!.phase_path).toBe('epoch 1');
  });

  it('in the same words after the summaries went through a structured clone, in any order', async () => {
    const load = await loadDistributedArtifacts([RUN]);
    const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);
    const moved = structuredClone(summaries).reverse();
    expect(explainRun({ load, summaries: moved })).toEqual(explainRun({ load, summaries }));
  });

  it('a filter keeps the causes of those ranks, with all ranks as peers', async () => {
    const load = await loadDistributedArtifacts([RUN]);
    const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);
    expect(explainRun({ load, summaries }, { ranks: [2] }).map(({ kind }) => kind)).toEqual(['leak']);
  });
});

describe('nothing is wrong', () => {
  it.each([2, 3, 8])('with %i ranks alike', (count) => {
    expect(explainEvents(ranks(count)).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('when all ranks warm up and level off', () => {
    const warmUp: Bytes = (i) => 10 * GIB * (1 - 0.6 * Math.exp(-i / 12));
    expect(
      explainEvents(ranks(4, { 0: warmUp, 1: warmUp, 2: warmUp, 3: warmUp })).filter(
        ({ severity }) => severity !== 'info',
      ),
    ).toEqual([]);
  });

  it('when one rank writes checkpoints again and again', () => {
    const writes: Bytes = (i) => (10 + (i % 40 > 34 ? 3 : 0)) * GIB;
    expect(explainEvents(ranks(4, { 0: writes })).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('when pipeline stages hold different amounts', () => {
    const more: Bytes = () => 16 * GIB;
    expect(
      explainEvents(ranks(6, { 3: more, 4: more, 5: more })).filter(({ severity }) => severity !== 'info'),
    ).toEqual([]);
  });

  it('without events there is nothing to say, and two summaries of one rank are refused', () => {
    const summary = summarizeRank(ranks(1));
    expect(explainRun({ load: madeLoad([]), summaries: [] })).toEqual([]);
    expect(() => explainRun({ load: madeLoad([]), summaries: [summary, summary] })).toThrow(
      'two summaries of one rank',
    );
  });

  it.each([1, 2, 5])('and %i samples or equal times are no reason to fail', (samples) => {
    const same = ranks(3, {}, samples).map((event) => ({ ...event, timestamp_ns: START_NS }));
    expect(explainEvents(ranks(3, {}, samples))).toEqual([]);
    expect(explainEvents(same).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

describe('the evidence is enough to compute the numbers again', () => {
  it('of a leak: the Theil–Sen slope and tau of its points, and the time to exhaustion', () => {
    const leak: Bytes = (i) => 10 * GIB + Math.max(0, i - 80) * 0.05 * GIB;
    const { evidence, ranks: own, onset_ns } = only(explainEvents(ranks(4, { 2: leak })), 'leak');
    const slopes: number[] = [];
    let rising = 0;
    evidence.points.forEach((left, i) => {
      for (const right of evidence.points.slice(i + 1)) {
        slopes.push((right.bytes - left.bytes) / (Number(right.timestamp_ns - left.timestamp_ns) / 1e9));
        rising += Math.sign(right.bytes - left.bytes);
      }
    });
    expect(own).toEqual([2]);
    expect(evidence.bytes_per_second).toBeCloseTo(medianOf(slopes), 0);
    expect(evidence.trend).toBeCloseTo(rising / slopes.length, 12);
    expect(evidence.bytes_per_second / GIB).toBeCloseTo(0.5, 1);
    const left = evidence.device_total_bytes! - evidence.in_use_bytes!;
    expect(evidence.seconds_to_exhaustion).toBeCloseTo(left / evidence.bytes_per_second, 6);
    expect(Math.abs(Number(onset_ns! - (START_NS + 80n * STEP_NS)))).toBeLessThanOrEqual(2e8);
  });

  it('of a divergence: median, scale and score from the values', () => {
    const jump: Bytes = (i) => (i < 90 ? 10 : 15) * GIB;
    const { evidence, ranks: own, onset_ns } = only(explainEvents(ranks(5, { 1: jump })), 'peer_divergence');
    const peers = evidence.values.filter(({ rank }) => rank !== 1).map(({ value }) => value);
    const centre = medianOf(peers);
    const spread = 1.4826 * medianOf(peers.map((value) => Math.abs(value - centre)));
    const mine = evidence.values.find(({ rank }) => rank === 1)!.value;
    expect(own).toEqual([1]);
    expect(evidence.peers_median).toBeCloseTo(centre, 3);
    expect(evidence.scale).toBeGreaterThanOrEqual(spread);
    expect(evidence.score).toBeCloseTo((mine - centre) / evidence.scale, 9);
    expect(Math.abs(Number(onset_ns! - (START_NS + 90n * STEP_NS)))).toBeLessThanOrEqual(2e8);
  });

  it('of a spike: height and score from peak and baseline', () => {
    const spike: Bytes = (i) => (i >= 100 && i < 104 ? 18 : 10) * GIB;
    const { evidence, ranks: own } = only(explainEvents(ranks(4, { 3: spike })), 'spike');
    expect(own).toEqual([3]);
    expect(evidence.height_bytes).toBeCloseTo(evidence.peak.bytes - evidence.baseline_bytes, 3);
    expect(evidence.score).toBeCloseTo(evidence.height_bytes / evidence.scale, 9);
    expect(evidence.score).toBeGreaterThan(evidence.threshold);
  });

  it('of a stop: the silence from the last times', () => {
    const events = ranks(4).filter(({ rank, timestamp_ns }) => rank !== 1 || timestamp_ns < START_NS + 50n * STEP_NS);
    const cause = only(explainEvents(events, [1]), 'rank_stopped_early');
    const own = cause.evidence.last_seen.find(({ rank }) => rank === 1)!;
    expect(cause).toMatchObject({ ranks: [1], severity: 'critical', onset_ns: own.last_event_ns });
    expect(cause.evidence.silence_ns).toBe(cause.evidence.peers_last_ns - own.last_event_ns - own.clock_offset_ns);
    expect(cause.evidence.silence_ns).toBeGreaterThan(cause.evidence.allowed_ns);
  });

  it('of a fragmenting rank: the shares from the points', () => {
    const events = ranks(4).map((event, i) =>
      event.rank === 2
        ? {
            ...event,
            allocator_reserved_bytes: Math.round((12 + Math.max(0, (i % 200) - 60) * 0.1) * GIB),
            device_used_bytes: 30 * GIB,
          }
        : event,
    );
    const { evidence, ranks: own } = only(explainEvents(events), 'fragmentation');
    const last = evidence.points.slice(-6).map(({ allocated, reserved }) => 1 - allocated / reserved);
    expect(own).toEqual([2]);
    expect(Math.abs(medianOf(last) - evidence.unused_share_last)).toBeLessThan(0.05);
    expect(evidence.unused_share_last - evidence.unused_share_first).toBeGreaterThan(0.12);
  });

  it('of a slow rank: ratio, scale and score from the durations; waiting makes none slow', () => {
    const { evidence, ranks: own } = only(explainEvents(phasedRun(2)), 'slow_rank');
    const mine = evidence.durations.find(({ rank }) => rank === 2)!.median_ns;
    const peers = evidence.durations.filter(({ rank }) => rank !== 2).map(({ median_ns }) => median_ns);
    expect(own).toEqual([2]);
    expect(evidence.peers_median_ns).toBe(medianOf(peers));
    expect(evidence.ratio).toBeCloseTo(mine / medianOf(peers), 9);
    expect(evidence.score).toBeCloseTo((mine - medianOf(peers)) / evidence.scale_ns, 9);
    expect(evidence.waiting).toMatchObject({ phase_path: 'step # / all_reduce' });
  });
});

/** Four ranks, two hosts, of which the second is 70 ms ahead; steps of forward and all-reduce; one rank is slow. */
function phasedRun(slow: number | null): TelemetryEvent[] {
  const ms = 1_000_000;
  return [0, 1, 2, 3].flatMap((rank) => {
    const events: TelemetryEvent[] = [];
    const host = rank < 2 ? 'a' : 'b';
    const push = (at: number, fields: Partial<TelemetryEvent>) =>
      events.push(
        madeEvent({
          rank,
          world_size: 4,
          host,
          timestamp_ns: START_NS + BigInt((at + (host === 'b' ? 70 : 0)) * ms),
          ...fields,
        }),
      );
    for (let step = 0; step < 20; step++) {
      const start = step * 1000;
      const worked = start + (rank === slow ? 800 : 400) + rank + (step % 3);
      const bounds = [
        ['forward', start, worked],
        ['all_reduce', worked, start + 900],
      ] as const;
      for (const [name, from, to] of bounds) {
        for (const [action, at] of [
          ['enter', from],
          ['exit', to],
        ] as const) {
          const scope = {
            name,
            path: [`step ${step}`, name],
            depth: 2,
            parent_scope_id: null,
            thread_id: 1,
            thread_name: 'main',
          };
          push(at, {
            event_type: `phase_${action}`,
            metadata: {
              phase_scope: { ...scope, action, scope_id: `${rank}:${step}:${name}`, sequence: events.length },
            },
          });
        }
      }
    }
    for (let at = 0; at < 20_000; at += 100) push(at, {});
    return events;
  });
}

describe('clocks of hosts', () => {
  it('are told from the ends of collectives', () => {
    const [reference, other] = clockOffsets(phasedRun(null));
    expect(reference).toMatchObject({ host: 'a', offset_ns: 0n, basis: 'reference' });
    expect(other).toMatchObject({ host: 'b', reference_host: 'a', basis: 'collective_ends', matches: 20 });
    expect(other!.offset_ns).toBe(-70_000_000n);
    expect(other!.uncertainty_ns).toBeLessThan(5_000_000n);
  });

  it('are said to be unknown when nothing matches', () => {
    const events = [madeEvent({ rank: 0, host: 'a' }), madeEvent({ rank: 1, host: 'b' })];
    expect(clockOffsets(events)[1]).toMatchObject({ basis: 'none', offset_ns: 0n, uncertainty_ns: null, matches: 0 });
    expect(clockOffsets([])).toEqual([]);
  });

  it('that nothing tells leave it undecided which of two hosts stopped first', () => {
    const events = ranks(4)
      .map((event) => ({ ...event, host: `n${event.rank}` }))
      .filter(({ rank, timestamp_ns }) => rank > 1 || timestamp_ns < START_NS + BigInt(60 + rank) * STEP_NS);
    const [first] = explainEvents(events, [0, 1]);
    expect(first).toMatchObject({ kind: 'undecided', ranks: [0, 1], evidence: { question: 'which_stopped_first' } });
    expect(first!.reason_codes).toContain('needs_matched_boundaries_between_hosts');
  });
});
