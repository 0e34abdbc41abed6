import { InvalidRecordError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountGpuTime,
  activityBusyIntervals,
  activityReferenceEvent,
  type EntityRef,
  type InferenceEvent,
  iterationEvent,
  membershipEvent,
  type RequestShare,
  resolveInferenceEvents,
  validateRequestShares,
} from '../src/index.ts';
import { ref, sampleContext } from './sample-events.ts';

const context = sampleContext();
const iteration = iterationEvent({ context, event_id: 'it', iteration_ref: ref('i1'), start_ns: 0, end_ns: 100 });
let kernels = 0;

function kernel(start: bigint, length: bigint, changes: Partial<Parameters<typeof activityReferenceEvent>[0]> = {}) {
  const id = `k${kernels++}`;
  return activityReferenceEvent({
    context,
    event_id: id,
    activity_ref: ref(id),
    activity_kind: 'kernel',
    activity_domain: 'gpu',
    attribution_status: 'linked',
    iteration_ref: ref('i1'),
    start_ns: start,
    end_ns: start + length,
    ...changes,
  });
}

function account(...events: InferenceEvent[]) {
  return accountGpuTime(resolveInferenceEvents([iteration, ...events]));
}

/** The union counted unit by unit. */
function bruteForce(intervals: readonly (readonly [number, number])[]): number {
  const units = new Set<number>();
  for (const [start, length] of intervals) for (let i = 0; i < length; i++) units.add(start + i);
  return units.size;
}

describe('GPU time', () => {
  it('is the union of intervals, counted unit by unit', () => {
    const bases = fc.constantFrom(0n, 1_787_650_000_123_456_789n, 2n ** 63n - 30n, 2n ** 80n);
    const interval = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 15 }));
    fc.assert(
      fc.property(bases, fc.array(interval, { maxLength: 30 }), (base, intervals) => {
        const events = intervals.map(([start, length]) => kernel(base + BigInt(start), BigInt(length)));

        const { device_totals: totals } = account(...events);

        const summed = intervals.reduce((sum, [, length]) => sum + length, 0);
        expect(totals).toEqual(
          intervals.length === 0
            ? []
            : [
                {
                  device_uuid: 'GPU-0',
                  clock_domain: 'node-1/monotonic',
                  clock_kind: 'monotonic',
                  summed_activity_ns: BigInt(summed),
                  busy_ns: BigInt(bruteForce(intervals)),
                  activity_count: intervals.length,
                },
              ],
        );
      }),
      { seed: 12, numRuns: 400 },
    );
  });

  it('is kept apart by device and clock, and by iteration', () => {
    const elsewhere = sampleContext({ device_uuid: 'GPU-1' });
    const otherClock = sampleContext({ clock_domain: 'node-1/cuda', clock_kind: 'device' });

    const result = account(
      kernel(0n, 10n),
      kernel(5n, 10n, { context: elsewhere }),
      kernel(5n, 10n, { context: otherClock }),
      kernel(50n, 7n, { iteration_ref: ref('i-unknown') }),
    );

    expect(result.iterations).toMatchObject([{ iteration_ref: ref('i1'), elapsed_ns: 100n }]);
    expect(result.iterations[0]?.gpu.map((time) => [time.device_uuid, time.clock_kind, time.busy_ns])).toEqual([
      ['GPU-0', 'monotonic', 10n],
      ['GPU-1', 'monotonic', 10n],
      ['GPU-0', 'device', 10n],
    ]);
    expect(result.device_totals.map((time) => time.busy_ns)).toEqual([17n, 10n, 10n]);
  });

  it('counts a launch by its busy intervals, and as one activity', () => {
    const launch = kernel(100n, 50n, {
      metadata: {
        intervals: [
          [0, 10],
          [10, 5],
          [40, 0],
        ],
      },
    });

    expect(activityBusyIntervals(launch)).toEqual([
      [100n, 110n],
      [110n, 115n],
      [140n, 140n],
    ]);
    expect(account(launch).device_totals).toMatchObject([{ summed_activity_ns: 15n, busy_ns: 15n, activity_count: 1 }]);
  });

  it('reports what it could not attribute or measure', () => {
    const wall = sampleContext({ clock_kind: 'wall' });

    const result = account(
      kernel(0n, 1n, { attribution_status: 'unresolved', iteration_ref: null, activity_ref: ref('b') }),
      kernel(0n, 1n, {
        attribution_status: 'unresolved',
        iteration_ref: null,
        activity_domain: 'cpu',
        activity_ref: ref('a'),
      }),
      kernel(0n, 1n, { context: wall, activity_ref: ref('w') }),
      kernel(0n, 1n, { end_ns: null, activity_ref: ref('open') }),
      kernel(0n, 1n, { context: sampleContext({ device_uuid: null }), activity_ref: ref('nowhere') }),
    );

    expect(result.unattributed.map((item) => item.id)).toEqual(['a', 'b']);
    expect(result.unmeasured.map((item) => item.id)).toEqual(['nowhere', 'open', 'w']);
  });
});

describe('request shares', () => {
  const member = (request: string, attempt: string | null) =>
    membershipEvent({
      context,
      event_id: `m-${request}-${attempt}`,
      request_ref: ref(request),
      attempt_ref: attempt === null ? null : ref(attempt),
      iteration_ref: ref('i1'),
      role: 'decode',
    });
  const graph = resolveInferenceEvents([
    iteration,
    kernel(0n, 30n),
    member('r1', null),
    member('r2', 'a1'),
    member('r2', 'a2'),
  ]);
  const share = (
    request: EntityRef,
    duration: number,
    attempt: EntityRef | null = null,
    model = 'tokens',
  ): RequestShare => ({
    request_ref: request,
    attempt_ref: attempt,
    duration_ns: duration,
    model,
  });
  const check = (shares: readonly RequestShare[], unattributed: number | bigint = 0, kind?: 'device') =>
    validateRequestShares(graph, accountGpuTime(graph), {
      iteration_ref: ref('i1'),
      device_clock: { device_uuid: 'GPU-0', clock_domain: 'node-1/monotonic', ...(kind ? { clock_kind: kind } : {}) },
      shares,
      unattributed_ns: unattributed,
    });

  it('are accepted when they add up to the busy time', () => {
    const budget = check([share(ref('r1'), 10), share(ref('r2'), 5, ref('a1')), share(ref('r2'), 5, ref('a2'))], 10n);

    expect(budget).toMatchObject({ budget_ns: 30n, unattributed_ns: 10n, device_clock: { clock_kind: 'monotonic' } });
  });

  it.each([
    ['a sum that is off by one', () => check([share(ref('r1'), 29)])],
    ['a request that is no member', () => check([share(ref('r9'), 30)])],
    ['an attempt that is no member', () => check([share(ref('r1'), 30, ref('a1'))])],
    ['a request twice', () => check([share(ref('r1'), 15), share(ref('r1'), 15)])],
    ['a request whole and in part', () => check([share(ref('r2'), 15, ref('a1')), share(ref('r2'), 15)])],
    ['a request in part and whole', () => check([share(ref('r2'), 15), share(ref('r2'), 15, ref('a1'))])],
    ['two models', () => check([share(ref('r1'), 15), share(ref('r2'), 15, null, 'time')])],
    ['an empty model', () => check([share(ref('r1'), 30, null, '')])],
    ['a negative duration', () => check([share(ref('r1'), -1)], 31)],
    ['a negative rest', () => check([share(ref('r1'), 31)], -1)],
    ['another clock', () => check([], 30, 'device')],
  ])('are refused for %s', (_, attempt) => {
    expect(attempt).toThrow(InvalidRecordError);
  });
});
