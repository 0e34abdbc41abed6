import { setTimeout as delay } from 'node:timers/promises';
import {
  type InferenceEvent,
  loadInferenceArtifact,
  parseInferenceRecord,
  resolveInferenceEvents,
} from '@stormlog/correlation-events';
import type { StormlogError } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineRecorder, type EngineRecorderOptions, InferenceArtifactWriter, parseTraceParent } from '../src/index.ts';
import { artifactPath } from './writer-samples.ts';

const CONTEXT = { run_id: 'run-7', session_id: 'session-1', producer_id: 'engine-0', source: 'test.server' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const HEADER = `00-${TRACE}-b7ad6b7169203331-01`;
const WHERE = { runId: 'run-7', sessionId: 'session-1' };

/** A recorder whose clock goes on by 10 ns whenever it is read. */
function recorder(options: Partial<EngineRecorderOptions> = {}): EngineRecorder {
  let now = 1000n;
  let ids = 0;
  const environment: Environment = {
    wallNs: () => 0n,
    monotonicSeconds: () => 0,
    newId: () => `id${++ids}`,
    hostName: 'node-1',
    pid: 42,
    bootId: 'boot',
    version: '0',
  };
  const clockNs = (): bigint => {
    now += 10n;
    return now;
  };
  return new EngineRecorder({ context: CONTEXT, environment, clockNs, ...options });
}

function drained(from: EngineRecorder): readonly InferenceEvent[] {
  return from.collect(WHERE).events ?? [];
}

const names = (events: readonly InferenceEvent[]): string[] =>
  events.map((event) => (event.event_type === 'infer.stage' ? event.name : event.event_type));

describe('what a server records', () => {
  it('resolves without a reference that leads nowhere', () => {
    const server = recorder();
    const first = server.request({ traceparent: HEADER });
    const second = server.request();
    const iteration = server.iteration();
    server.stage('queue', first, { start_ns: first.start_ns }).end({ end_ns: iteration.start_ns });
    server.stage('run', iteration).end();
    server.stage('decode', { request: second, iteration }).end({ output_tokens: 3 });
    server.member(first, iteration, { role: 'row', input_tokens: 5 });
    server.member(second, iteration);
    iteration.end({ metadata: { rows: 2 } });
    first.end({ status: 'ok', output_tokens: 7, kv_bytes: 0 });
    second.end();
    second.end({ status: 'again' });

    const events = drained(server);
    const graph = resolveInferenceEvents(events);

    expect(graph.unresolved).toEqual([]);
    expect([graph.requests.length, graph.iterations.length, graph.stages.length, graph.memberships.length]).toEqual([
      2, 1, 3, 2,
    ]);
    expect(events.map((event) => parseInferenceRecord(event))).toEqual(events);
    expect(events[0]?.context).toMatchObject({
      clock_domain: 'node-1/boot/monotonic_ns',
      clock_kind: 'monotonic',
      collection_mode: 'active',
      provenance: 'observed',
      host: 'node-1',
      pid: 42,
    });
    expect(events.at(-2)).toMatchObject({
      request_ref: { producer_id: 'w3c.trace-context', id: `${TRACE}-b7ad6b7169203331` },
      attempt_ref: { producer_id: 'engine-0' },
      status: 'ok',
      output_tokens: 7,
      input_tokens: null,
    });
  });

  it('keeps the attempts of one traceparent apart', () => {
    const server = recorder();

    for (const status of ['overloaded', 'ok']) server.request({ traceparent: HEADER }).end({ status });

    const graph = resolveInferenceEvents(drained(server));
    expect(graph.requests.length).toBe(2);
    expect(new Set(graph.requests.map((event) => event.request_ref.id)).size).toBe(1);
  });

  it('of fields that may not be is refused, counted, and told once; the rest is in canonical form', () => {
    const errors: StormlogError[] = [];
    const server = recorder({
      onError: (error) => {
        errors.push(error);
        throw new Error('the listener fails too');
      },
    });
    const iteration = server.iteration();

    server.request().end({ input_tokens: -1 });
    server.request().end({ output_tokens: 1.5 });
    server.request().end({ end_ns: 3n });
    server.request({ request_ref: { producer_id: '', id: 'x' } }).end();
    server.stage('', iteration).end();
    server.member(server.request(), iteration, { role: '' });
    server.request().end({ input_tokens: -0 });

    const events = drained(server);
    expect(events.map((event) => parseInferenceRecord(event))).toEqual(events);
    expect(server.stats()).toMatchObject({ recorded_events: 1, refused_events: 6 });
    expect(errors.map((error) => error.code)).toEqual(['field_invalid']);
  });

  it('is sound whatever a caller gives: an artifact it streams into is readable', async () => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(undefined, null, '', -1, -0, 1.5, 2 ** 60, 7n, {}, [], () => 1, 'text', Number.NaN),
      fc.string(),
      fc.nat(),
      fc.record({ producer_id: fc.string(), id: fc.string(), more: fc.constant(1) }, { requiredKeys: [] }),
      fc.jsonValue(),
    );
    const fields = fc.dictionary(
      fc.constantFrom(
        'request_ref',
        'attempt_ref',
        'batch_ref',
        'start_ns',
        'end_ns',
        'status',
        'role',
        'input_tokens',
        'metadata',
      ),
      odd,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fields, { maxLength: 6 }), fc.boolean(), async (givens, streams) => {
        const path = await artifactPath();
        await using writer = await InferenceArtifactWriter.open(path, { lock: false });
        const server = recorder(streams ? { writer } : {});
        for (const given of givens) {
          // What an untyped caller may hand over.
          const any = given as object;
          const request = server.request({ ...any });
          const iteration = server.iteration({ ...any });
          server.member(request, iteration, any);
          server.stage(typeof given['status'] === 'string' ? given['status'] : 'stage', request).end(any);
          iteration.end(any);
          request.end(any);
        }
        const events = drained(server);
        await writer.close();
        const read = await loadInferenceArtifact(path);

        expect(events.map((event) => parseInferenceRecord(event))).toEqual(events);
        expect(read.length + events.length).toBe(server.stats().recorded_events);
      }),
      { numRuns: 300, seed: 62 },
    );
  });

  it('streams into an artifact, and hands over nothing but its counts then', async () => {
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path);
    const server = recorder({ writer });
    const request = server.request();
    request.end({ metadata: { model: 'm' } });
    await writer.close();
    server.request().end();

    const capture = server.collect(WHERE);

    expect(await loadInferenceArtifact(path)).toMatchObject([
      { event_type: 'infer.request', metadata: { model: 'm' } },
    ]);
    expect(capture.events).toEqual([]);
    expect(capture.capabilities.collected).toEqual(['requests']);
    expect(capture.summary).toMatchObject({ recorded_events: 1, dropped_events: 1 });
  });
});

describe('what is kept', () => {
  it('has a limit, and what is beyond it is counted', () => {
    const server = recorder({ maxEvents: 3 });

    for (let i = 0; i < 5; i++) server.request().end();

    expect(drained(server)).toHaveLength(3);
    expect(drained(server)).toEqual([]);
    expect(server.stats()).toMatchObject({ recorded_events: 3, dropped_events: 2, kept_events: 0 });
  });

  it('is not handed to an append of another run or session', () => {
    const server = recorder();
    server.request().end();

    expect(() => server.collect({ ...WHERE, runId: 'other' })).toThrow(/of run "run-7"/);
    expect(() => server.collect({ ...WHERE, sessionId: 'other' })).toThrow(/of session "session-1"/);
    expect(drained(server)).toHaveLength(1);
  });

  it('does not change when the caller changes the metadata later', () => {
    const server = recorder();
    const metadata = { list: [1] };

    server.request().end({ metadata });
    metadata.list.push(2);

    expect(drained(server)).toMatchObject([{ metadata: { list: [1] } }]);
  });
});

describe('spans that end by themselves', () => {
  it('do so when the work returns, throws, resolves or rejects, and pass the outcome on', async () => {
    const server = recorder();
    const request = server.request();
    const failure = new Error('mine');

    const answers = [
      server.span('sync', request, () => 1),
      await server.span('async', request, async () => 2),
      await server.span('rejects', request, () => Promise.reject(failure)).catch((error: unknown) => error),
    ];
    expect(() =>
      server.span('throws', request, () => {
        throw failure;
      }),
    ).toThrow(failure);

    const events = drained(server);
    expect(answers).toEqual([1, 2, failure]);
    expect(names(events)).toEqual(['sync', 'async', 'rejects', 'throws']);
    expect(events.map((event) => event.metadata)).toEqual([{}, {}, { failed: true }, { failed: true }]);
  });

  it('end a request with the status of its outcome, unless the work gave one', async () => {
    const server = recorder();

    server.withRequest({}, () => 1);
    await server.withRequest({}, async () => Promise.reject(new Error('no'))).catch(() => undefined);
    server.withRequest({}, (request) => request.end({ status: 'cached' }));

    expect(drained(server)).toMatchObject([{ status: 'ok' }, { status: 'error' }, { status: 'cached' }]);
  });

  it('know the request that is being served, each its own, when asked to', async () => {
    const server = recorder({ asyncContext: true });

    await Promise.all(
      ['a', 'b', 'c'].map((id, index) =>
        server.withRequest({ request_ref: { producer_id: 'client', id } }, async () => {
          await delay(3 - index);
          await server.span(`stage of ${id}`, () => delay(1));
        }),
      ),
    );

    const stages = drained(server).filter((event) => event.event_type === 'infer.stage');
    expect(stages.map((stage) => `stage of ${stage.request_ref?.id}`)).toEqual(stages.map((stage) => stage.name));
    expect(stages).toHaveLength(3);
    expect(server.currentRequest()).toBeNull();
  });

  it('without a request or iteration do their work and are counted', () => {
    const server = recorder();

    expect(server.withRequest({}, () => server.span('nobody’s', () => 'done'))).toBe('done');

    expect(names(drained(server))).toEqual(['infer.request']);
    expect(server.stats().stages_without_owner).toBe(1);
  });
});

describe('sampling', () => {
  it('drops a request with all of its stages and memberships, and keeps iterations', () => {
    const server = recorder({ sample: ({ request_ref }) => request_ref.id !== 'out' });
    const iteration = server.iteration();

    for (const id of ['in', 'out']) {
      const request = server.request({ request_ref: { producer_id: 'client', id } });
      server.stage('queue', request).end();
      server.span('decode', { request, iteration }, () => undefined);
      server.member(request, iteration);
      request.end();
    }
    iteration.end();

    const events = drained(server);
    expect(resolveInferenceEvents(events).unresolved).toEqual([]);
    expect(names(events)).toEqual(['queue', 'decode', 'infer.membership', 'infer.request', 'infer.iteration']);
    expect(server.stats().sampled_out_requests).toBe(1);
  });

  it('by share decides alike about one trace in every process, and takes about the share of all', () => {
    const traces = fc.sample(fc.stringMatching(/^[0-9a-f]{32}$/), { seed: 63, numRuns: 2000 });
    const [one, other] = [recorder({ sample: 0.25 }), recorder({ sample: 0.25 })];

    const decisions = traces.map((trace) => {
      const traceparent = `00-${trace}-b7ad6b7169203331-00`;
      return [one.request({ traceparent }).isSampled, other.request({ traceparent }).isSampled];
    });
    const taken = decisions.filter(([isSampled]) => isSampled).length;

    expect(decisions.every(([a, b]) => a === b)).toBe(true);
    expect(taken / traces.length).toBeGreaterThan(0.2);
    expect(taken / traces.length).toBeLessThan(0.3);
  });

  it('records what a sampler that throws was asked about', () => {
    const errors: StormlogError[] = [];
    const server = recorder({
      sample: () => {
        throw new Error('broken');
      },
      onError: (error) => errors.push(error),
    });

    expect(server.request().isSampled).toBe(true);
    expect(errors).toHaveLength(1);
  });
});

describe('redaction', () => {
  it('decides what of the metadata is recorded; when it throws, nothing is', () => {
    const server = recorder({
      redact: (metadata, event) => {
        if (event.name === 'secret') throw new Error('cannot tell');
        return { ...metadata, prompt: `[${event.event_type}]` };
      },
    });
    const request = server.request();

    server.stage('plain', request).end({ metadata: { prompt: 'p', size: 1 } });
    server.stage('secret', request).end({ metadata: { prompt: 'p' } });

    expect(drained(server).map((event) => event.metadata)).toEqual([{ prompt: '[infer.stage]', size: 1 }, {}]);
    expect(server.stats().redaction_failures).toBe(1);
  });
});

describe('a traceparent header', () => {
  it.each([
    [HEADER, true],
    [HEADER.replace(/01$/, '00'), true],
    [`01-${TRACE}-b7ad6b7169203331-01-later`, true],
    [`00-${TRACE}-b7ad6b7169203331-01-later`, false],
    [`ff-${TRACE}-b7ad6b7169203331-01`, false],
    [HEADER.toUpperCase(), false],
    [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, false],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, false],
    ['', false],
    [undefined, false],
  ])('%s is valid: %s', (header, isValid) => {
    expect(parseTraceParent(header) !== null).toBe(isValid);
  });
});

describe('options', () => {
  it('that cannot be are refused where the recorder is made', async () => {
    await using writer = await InferenceArtifactWriter.open(await artifactPath());

    expect(() => recorder({ context: { ...CONTEXT, run_id: '' } })).toThrow(/run_id/);
    expect(() => recorder({ sample: 2 })).toThrow(/sample/);
    expect(() => recorder({ maxEvents: 0 })).toThrow(/maxEvents/);
    expect(() => recorder({ maxEvents: 5, writer })).toThrow(/maxEvents/);
  });
});
