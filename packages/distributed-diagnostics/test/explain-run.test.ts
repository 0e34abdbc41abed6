import { fileURLToPath } from 'node:url';
import { TelemetryFollower } from '@stormlog/telemetry';
import { describe, expect, it } from 'vitest';
import { clockOffsets, explainRun, groupEventsByRank, loadDistributedArtifacts, summarizeRank } from '../src/index.ts';
import { GIB, madeEvent, START_NS } from './made-events.ts';
import { explainEvents, madeLoad } from './made-load.ts';
import { type Bytes, phasedRun, ranks, STEP_NS } from './made-runs.ts';

const RUN = fileURLToPath(new URL('../../../samples/run', import.meta.url));
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

describe('a run that is still recorded', () => {
  it('has no stopped ranks among those of which records still come', async () => {
    const load = await loadDistributedArtifacts([RUN]);
    const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);

    const causes = explainRun({ load, summaries }, { writing: [3] });

    expect(causes.map(({ kind }) => kind)).toEqual(['rank_missing', 'leak', 'spike']);
  });

  it('is read on with a follower as a fresh load reads it', async () => {
    const follower = new TelemetryFollower();
    const loadSessions = follower.load.bind(follower);

    const again = [
      await loadDistributedArtifacts([RUN], { loadSessions }),
      await loadDistributedArtifacts([RUN], { loadSessions }),
    ];

    const fresh = await loadDistributedArtifacts([RUN]);
    expect(again).toEqual([fresh, fresh]);
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
