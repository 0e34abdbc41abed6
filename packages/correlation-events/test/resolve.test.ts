import { ConflictError, InvalidRecordError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountGpuTime,
  activityReferenceEvent,
  InferenceAccountant,
  type InferenceEvent,
  iterationEvent,
  membershipEvent,
  requestEvent,
  resolveInferenceEvents,
} from '../src/index.ts';
import { ref, sampleContext, someEvents, withoutClashes } from './sample-events.ts';

function clashes(events: readonly InferenceEvent[]): boolean {
  try {
    resolveInferenceEvents(events);
    return false;
  } catch (error) {
    if (error instanceof ConflictError) return true;
    throw error;
  }
}

const context = sampleContext();
const request = requestEvent({ context, event_id: 'rq', request_ref: ref('r1'), attempt_ref: ref('a1') });
const iteration = iterationEvent({ context, event_id: 'it', iteration_ref: ref('i1') });

describe('resolving', () => {
  it('does not depend on the order of events', () => {
    fc.assert(
      fc.property(someEvents, fc.infiniteStream(fc.nat()), (all, random) => {
        const events = withoutClashes(all, clashes);
        const shuffled = [...events];
        for (let i = shuffled.length - 1; i > 0; i--) {
          const j = (random.next().value ?? 0) % (i + 1);
          [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
        }

        const graph = resolveInferenceEvents(events);
        const other = resolveInferenceEvents(shuffled);

        const sorted = (list: readonly object[]) => list.map((item) => text(item)).sort();
        expect(sorted(other.requests)).toEqual(sorted(graph.requests));
        expect(sorted(other.iterations)).toEqual(sorted(graph.iterations));
        expect(sorted(other.stages)).toEqual(sorted(graph.stages));
        expect(sorted(other.activities)).toEqual(sorted(graph.activities));
        expect(other.memberships).toEqual(graph.memberships);
        expect(other.alignments).toEqual(graph.alignments);
        expect(sorted(other.unresolved)).toEqual(sorted(graph.unresolved));
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('finds a clash in every order, or in none', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        expect(clashes([...events].reverse())).toBe(clashes(events));
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it('takes a repeated event for the same, numbers by value', () => {
    const first = requestEvent({ ...fieldsOf(request), metadata: { n: 1, list: [0, Number.NaN] } });
    const again: InferenceEvent = { ...first, metadata: { n: true, list: [false, Number.NaN] } };

    const graph = resolveInferenceEvents([first, again]);

    expect(graph.requests).toEqual([again]);
  });

  it('keeps the smallest event id of an entity that is reported again', () => {
    const again = { ...iteration, event_id: 'an-earlier-id' };

    expect(resolveInferenceEvents([iteration, again]).iterations).toEqual([again]);
    expect(resolveInferenceEvents([again, iteration]).iterations).toEqual([again]);
  });

  it('refuses one event with two contents, naming both', () => {
    const other = { ...request, status: 'failed' };

    const failure = () => resolveInferenceEvents([request, other]);

    expect(failure).toThrow(ConflictError);
    expect(failure).toThrow(/"rq".*status/);
    expect(failure).toThrow(
      expect.objectContaining({ claimants: [expect.stringContaining('"rq"'), expect.stringContaining('"rq"')] }),
    );
  });

  it('refuses one entity of two producers, naming both events', () => {
    const other = { ...iteration, event_id: 'it-2', context: sampleContext({ producer_id: 'engine-1' }) };

    const failure = () => resolveInferenceEvents([iteration, other]);

    expect(failure).toThrow(ConflictError);
    expect(failure).toThrow(/"it" of producer "engine-0".*"it-2" of producer "engine-1".*context/);
  });

  it('refuses a second run', () => {
    const other = { ...iteration, event_id: 'x', context: sampleContext({ run_id: 'run-8' }) };

    expect(() => resolveInferenceEvents([request, other])).toThrow(InvalidRecordError);
  });

  it('passes over legacy rows', () => {
    const graph = resolveInferenceEvents([{ event_type: 'infer.summary', run_id: 'other' }, request]);

    expect([graph.run_id, graph.requests.length]).toEqual(['run-7', 1]);
  });

  it('tells which reference leads nowhere', () => {
    const member = (id: string, requestId: string, attempt: string | null, iterationId: string) =>
      membershipEvent({
        context,
        event_id: id,
        request_ref: ref(requestId),
        attempt_ref: attempt === null ? null : ref(attempt),
        iteration_ref: ref(iterationId),
        role: id,
      });
    const kernel = activityReferenceEvent({
      context,
      event_id: 'k',
      activity_ref: ref('k1'),
      activity_kind: 'kernel',
      attribution_status: 'linked',
      iteration_ref: ref('i9'),
    });

    const events = [
      request,
      iteration,
      kernel,
      member('m1', 'r1', 'a2', 'i1'),
      member('m2', 'r2', 'a1', 'i9'),
      member('m3', 'r1', null, 'i1'),
    ];

    expect(resolveInferenceEvents(events).unresolved).toEqual([
      { event_id: 'k', kind: 'iteration', ref: ref('i9') },
      { event_id: 'm1', kind: 'attempt', ref: ref('a2') },
      { event_id: 'm2', kind: 'iteration', ref: ref('i9') },
      { event_id: 'm2', kind: 'request', ref: ref('r2') },
    ]);
  });
});

describe('accounting without keeping events', () => {
  it('says what resolving and accounting say', () => {
    fc.assert(
      fc.property(someEvents, (all) => {
        const events = withoutClashes(all, clashes);
        const accountant = new InferenceAccountant();

        for (const event of events) accountant.add(event);
        const report = accountant.report();

        const graph = resolveInferenceEvents(events);
        expect(report.account).toEqual(accountGpuTime(graph));
        expect(report.unresolved).toEqual(graph.unresolved);
        expect(report.requests.map((item) => [item.request_ref, item.attempt_ref])).toEqual(
          graph.requests.map((event) => [event.request_ref, event.attempt_ref]),
        );
        expect(report.counts).toMatchObject({
          events: events.length,
          activities: graph.activities.length,
          stages: graph.stages.length,
          memberships: graph.memberships.length,
          alignments: graph.alignments.length,
        });
      }),
      { seed: 8, numRuns: 400 },
    );
  });

  it('finds the same clashes', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const accountant = new InferenceAccountant();
        const count = () => {
          for (const event of events) accountant.add(event);
        };

        if (clashes(events)) expect(count).toThrow(ConflictError);
        else expect(count).not.toThrow();
      }),
      { seed: 9, numRuns: 400 },
    );
  });

  it('sees a change of any single field of a repeated event', () => {
    const original = activityReferenceEvent({
      context,
      event_id: 'k',
      activity_ref: ref('k1'),
      activity_kind: 'kernel',
      attribution_status: 'linked',
      iteration_ref: ref('i1'),
      start_ns: 10n,
      end_ns: 20n,
      stream_id: 7,
      cuda_correlation_id: 2n ** 60n,
      metadata: { intervals: [[0, 3]], a: 1.5 },
    });
    const changes: Partial<typeof original>[] = [
      { activity_kind: 'copy' },
      { activity_domain: 'gpu' },
      { end_ns: 21n },
      { start_ns: 9n },
      { stream_id: 8 },
      { stream_id: null },
      { cuda_correlation_id: 2n ** 60n + 1n },
      { metadata: { intervals: [[0, 4]], a: 1.5 } },
      { metadata: { intervals: [[0, 3]], a: 1.5, b: null } },
      { iteration_ref: ref('i2') },
      { trace_attachment_id: 't' },
      { context: sampleContext({ rank: 1 }) },
    ];
    for (const change of changes) {
      const accountant = new InferenceAccountant();
      accountant.add(original);

      expect(() => accountant.add({ ...original, ...change }), text(change)).toThrow(ConflictError);
    }
  });

  it('takes numbers by value, whatever their kind', () => {
    const accountant = new InferenceAccountant();
    accountant.add({ ...iteration, metadata: { a: 1, b: false, c: 2n ** 70n } });

    expect(() => accountant.add({ ...iteration, metadata: { c: 2 ** 70, b: -0, a: true } })).not.toThrow();
    expect(accountant.report().counts).toMatchObject({ events: 2, repeated: 1, iterations: 1 });
  });

  it('sums the stages of a request', () => {
    const accountant = new InferenceAccountant();
    const stage = (id: string, name: string, from: bigint | null, to: bigint | null): InferenceEvent => ({
      schema_version: 2,
      event_type: 'infer.stage',
      context,
      event_id: id,
      metadata: {},
      stage_ref: ref(id),
      name,
      request_ref: ref('r1'),
      iteration_ref: null,
      start_ns: from,
      end_ns: to,
      input_tokens: null,
      output_tokens: null,
      kv_bytes: null,
    });

    for (const event of [
      request,
      stage('s1', 'queue', 0n, 5n),
      stage('s2', 'decode', null, 9n),
      stage('s3', 'queue', 7n, 9n),
    ]) {
      accountant.add(event);
    }

    expect(accountant.report().requests[0]?.stages).toEqual([
      { name: 'queue', count: 2, elapsed_ns: 7n },
      { name: 'decode', count: 1, elapsed_ns: null },
    ]);
  });
});

function fieldsOf(event: typeof request) {
  const { schema_version: _, event_type: __, ...fields } = event;
  return fields;
}

function text(value: object): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item));
}
