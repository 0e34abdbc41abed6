import { compareCodePoints } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectPhaseReplayData,
  type EventLike,
  PhaseReplayIndex,
  type PhaseSpan,
  parsePhaseBoundary,
  phaseRankOf,
  phaseReplayDataSchema,
  phaseSpanSchema,
} from '../src/index.ts';
import { SpanTree } from '../src/phases/span-tree.ts';
import { boundaryEvent, START_NS } from './phase-events.ts';

const SEED = 20261130;

/** Boundaries and samples of two sessions and three ranks, in any order, with lost and repeated boundaries. */
const jobEvents = fc.array(
  fc
    .record({
      action: fc.constantFrom('enter', 'exit'),
      name: fc.constantFrom('a', 'b', 'c'),
      offset: fc.nat(12),
      thread: fc.nat(1),
      session: fc.constantFrom('run-1', 'run-\u{1f600}', 'run-\uff5e'),
      rank: fc.constantFrom(0, 1, '1', 2, null),
      isSample: fc.boolean(),
      sequence: fc.nat(3),
    })
    .map(({ action, name, offset, thread, session, rank, isSample, sequence }): EventLike => {
      const fields = { session_id: session, rank, ...(isSample && offset % 3 === 0 && { event_type: 'sample' }) };
      return boundaryEvent(action as 'enter' | 'exit', offset, [name], { thread_id: thread, sequence }, fields);
    }),
  { minLength: 20, maxLength: 80, size: 'max' },
);

describe('replay', () => {
  it('gives the spans of a slow transcription of the rules, and answers times as a scan does', () => {
    let spans = 0;
    fc.assert(
      fc.property(jobEvents, fc.array(fc.nat(32), { maxLength: 8 }), (events, offsets) => {
        const index = PhaseReplayIndex.fromEvents(events);
        const expected = slowReplay(events);
        for (const sessionId of ['run-1', 'run-\u{1f600}', 'run-\uff5e', 'constructor']) {
          for (const rank of [null, 0, 1, 2, 3]) {
            const scanned = expected.filter(
              (span) => span.session_id === sessionId && (rank === null || span.rank === rank),
            );
            expect(index.spansFor({ sessionId, rank })).toEqual(scanned);
            for (const offset of offsets) {
              const timestampNs = START_NS + BigInt(offset);
              expect(index.activeSpans({ timestampNs, sessionId, rank })).toEqual(
                scanned.filter((span) => span.start_ns <= timestampNs && timestampNs <= span.end_ns),
              );
            }
          }
        }
        spans += expected.length;
        expect(phaseSpanSchema.array().safeParse(expected).success).toBe(true);
      }),
      { seed: SEED, numRuns: 100 },
    );
    expect(spans).toBeGreaterThan(1000);
  });

  it('is the same from parts collected rank by rank, in any order of the parts, and after a copy', () => {
    fc.assert(
      fc.property(jobEvents, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (events, order) => {
        const whole = PhaseReplayIndex.fromEvents(events);
        const parts = order.map((rank) =>
          collectPhaseReplayData(events.filter((event) => phaseRankOf(event) === rank)),
        );
        expect(parts.every((part) => phaseReplayDataSchema.safeParse(part).success)).toBe(true);
        const joined = PhaseReplayIndex.fromReplayData(structuredClone(parts));
        for (const sessionId of ['run-1', 'run-\u{1f600}', 'run-\uff5e']) {
          expect(joined.spansFor({ sessionId })).toEqual(whole.spansFor({ sessionId }));
        }
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('joins parts of one rank in their order and ends open phases at the latest of their ends', () => {
    const first = [boundaryEvent('enter', 1, ['a']), boundaryEvent('enter', 2, ['b'])];
    const second = [boundaryEvent('exit', 3, ['b']), boundaryEvent('enter', 9, ['x'], {}, { event_type: 'sample' })];
    const joined = PhaseReplayIndex.fromReplayData([first, second].map(collectPhaseReplayData));
    expect(joined.spansFor({ sessionId: 'run-1' })).toEqual(
      PhaseReplayIndex.fromEvents([...first, ...second]).spansFor({ sessionId: 'run-1' }),
    );
  });
});

/** docs/formats/phases.md §4 word by word, without any index. */
function slowReplay(events: readonly EventLike[]): PhaseSpan[] {
  const usable = events.flatMap((event, position) => {
    const rank = phaseRankOf(event);
    return rank === null ? [] : [{ event, rank, position, record: parsePhaseBoundary(event) }];
  });
  const boundaries = usable
    .flatMap(({ rank, record }) => (record === null ? [] : [{ rank, record }]))
    .sort(
      (a, b) =>
        compareCodePoints(a.record.session_id, b.record.session_id) ||
        a.rank - b.rank ||
        Number(a.record.timestamp_ns - b.record.timestamp_ns) ||
        Number(a.record.sequence) - Number(b.record.sequence) ||
        compareCodePoints(a.record.scope_id, b.record.scope_id),
    );
  const stacks = new Map<string, typeof boundaries>();
  const produced: PhaseSpan[] = [];
  const produce = (opened: (typeof boundaries)[number], end_ns: bigint, thread_name: string, synthetic: boolean) => {
    const { session_id, thread_id, scope_id, path, timestamp_ns, sequence } = opened.record;
    produced.push({
      session_id,
      rank: opened.rank,
      thread_id,
      thread_name,
      scope_id,
      path,
      depth: path.length,
      start_ns: timestamp_ns,
      end_ns,
      sequence,
      synthetic_end: synthetic,
    });
  };
  for (const boundary of boundaries) {
    const key = JSON.stringify([boundary.record.session_id, boundary.rank, Number(boundary.record.thread_id)]);
    const stack = stacks.get(key) ?? [];
    stacks.set(key, stack);
    if (boundary.record.action === 'enter') stack.push(boundary);
    else if (stack.at(-1)?.record.scope_id === boundary.record.scope_id) {
      produce(stack.pop()!, boundary.record.timestamp_ns, boundary.record.thread_name, false);
      if (stack.length === 0) stacks.delete(key);
    }
  }
  for (const stack of stacks.values()) {
    for (const opened of stack) {
      const ends = usable
        .filter(({ event, rank }) => event.session_id === opened.record.session_id && rank === opened.rank)
        .map(({ event }) => event.timestamp_ns as bigint);
      const end = ends.sort((a, b) => Number(b - a))[0]!;
      produce(opened, end, opened.record.thread_name, true);
    }
  }
  const groups = new Map<string, PhaseSpan[]>();
  for (const span of produced) {
    const key = JSON.stringify([span.session_id, span.rank]);
    groups.set(key, [...(groups.get(key) ?? []), span]);
  }
  return [...groups.values()].flatMap((group) =>
    group.sort((a, b) => Number(a.start_ns - b.start_ns) || Number(a.end_ns - b.end_ns)),
  );
}

describe('the span tree', () => {
  it('finds what a scan finds where doubles cannot tell the times apart', () => {
    const offset = fc.bigInt({ min: 0n, max: 300n });
    const spans = fc
      .array(fc.tuple(offset, offset), { maxLength: 40 })
      .map((pairs) =>
        pairs
          .map(([a, b], sequence) => spanBetween(START_NS + a, START_NS + a + b, sequence))
          .sort((a, b) => Number(a.start_ns - b.start_ns)),
      );
    fc.assert(
      fc.property(spans, offset, (sorted, at) => {
        const time = START_NS + at;
        const found: PhaseSpan[] = [];
        new SpanTree(sorted).collectActive(time, found);
        expect(found).toEqual(sorted.filter((span) => span.start_ns <= time && time <= span.end_ns));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('reads few spans for a time although a long one covers them all', () => {
    let reads = 0;
    const counted = (span: PhaseSpan): PhaseSpan => ({
      ...span,
      get end_ns() {
        reads++;
        return span.end_ns;
      },
    });
    const short = Array.from({ length: 4096 }, (_, i) => spanBetween(BigInt(i) * 10n, BigInt(i) * 10n + 5n, i));
    const tree = new SpanTree([spanBetween(0n, 10_000_000n, -1), ...short].map(counted));
    reads = 0;
    const found: PhaseSpan[] = [];
    tree.collectActive(30_001n, found);
    expect(found).toHaveLength(2);
    expect(reads).toBeLessThan(10);
  });
});

function spanBetween(start_ns: bigint, end_ns: bigint, sequence: number): PhaseSpan {
  return {
    session_id: 's',
    rank: 0,
    thread_id: 1,
    thread_name: 't',
    scope_id: `s:${sequence}`,
    path: ['a'],
    depth: 1,
    start_ns,
    end_ns,
    sequence,
    synthetic_end: false,
  };
}
