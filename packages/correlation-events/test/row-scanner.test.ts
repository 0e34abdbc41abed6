import { type JsonObject, parseJson, stringifyJson } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { RowScanner } from '../src/artifact/row-scanner.ts';
import { bigintOfParts } from '../src/artifact/scanned-bigint.ts';
import {
  CorrelationRecordDecoder,
  CorrelationRecordEncoder,
  type InferenceEvent,
  isInferenceEvent,
} from '../src/index.ts';
import { CONTEXT_ROW } from './sample-events.ts';

const header = { schema_version: 2, context: CONTEXT_ROW, metadata: {} };
const ref = (id: string) => ({ producer_id: 'engine-0', id });
const span = (n: number) => ({ start_ns: 1_787_650_000_123_456_789n + BigInt(n), end_ns: n % 2 ? null : 2n ** 63n });

/** Rows of every type that a server writes often, all different. */
const ROWS: ((n: number) => JsonObject)[] = [
  (n) => ({
    ...header,
    event_type: 'infer.iteration',
    event_id: `it-${n}`,
    iteration_ref: ref(`a-long-iteration-id-${n}`),
    batch_ref: null,
    ...span(n),
  }),
  (n) => ({
    ...header,
    event_type: 'infer.request',
    event_id: `rq-${n}`,
    request_ref: ref(`r${n}`),
    attempt_ref: n % 2 ? ref(`a${n}`) : null,
    status: 'ok',
    input_tokens: n,
    ...span(n),
  }),
  (n) => ({
    ...header,
    event_type: 'infer.membership',
    event_id: `mb-${n}`,
    request_ref: ref(`r${n}`),
    iteration_ref: ref('i1'),
    role: 'decode',
    kv_bytes: 123_456_789_012_345,
  }),
  (n) => ({
    ...header,
    event_type: 'infer.stage',
    event_id: `st-${n}`,
    stage_ref: ref(`s${n}`),
    name: `stage-${n}`,
    request_ref: ref('r1'),
    ...span(n),
  }),
  (n) => ({
    ...header,
    event_type: 'infer.activity_ref',
    event_id: `k-${n}`,
    activity_ref: ref(`k${n}`),
    activity_kind: 'kernel',
    attribution_status: 'unresolved',
    cuda_correlation_id: n,
    metadata: { name: `gemm-${n}`, n: [n] },
  }),
  (n) => ({
    ...header,
    schema_version: 3,
    event_type: 'infer.activity_ref',
    event_id: `g-${n}`,
    activity_ref: ref(`g${n}`),
    activity_kind: 'graph',
    attribution_status: 'linked',
    iteration_ref: ref('i1'),
    start_ns: n,
    end_ns: n + 90,
    metadata: { intervals: [[0, n]] },
  }),
];

const STYLES = [
  { sortKeys: true, ascii: true, spaced: true },
  { sortKeys: true, ascii: true },
  { ascii: true, spaced: true },
];

function scanned(scanner: RowScanner, line: string): InferenceEvent | null {
  const bytes = Buffer.from(`xx${line}yy`, 'latin1');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return scanner.scan({ bytes, view }, 2, bytes.length - 2);
}

describe('the scanner', () => {
  it.each(STYLES)('takes every frequent row after the first few of its kind: %j', (style) => {
    for (const isCompact of [false, true]) {
      const encoder = new CorrelationRecordEncoder();
      const decoder = new CorrelationRecordDecoder();
      const scanner = new RowScanner(decoder.registry);
      const linesOf = (n: number) =>
        ROWS.flatMap((make) => (isCompact ? encoder.encode(make(n)) : [make(n)])).map((row) =>
          stringifyJson(row, style),
        );
      const taught: number[] = [];

      for (let n = 1; n <= 20; n++) {
        for (const line of linesOf(n)) {
          const expected = decoder.decodeEvent(parseJson(line));
          if (expected === null || !isInferenceEvent(expected)) continue;
          const event = scanned(scanner, line);
          if (event === null) {
            taught.push(n);
            scanner.learn(line, isCompact, expected);
          } else {
            expect(event).toEqual(expected);
          }
        }
      }

      // Which fields are null differs between odd and even rows.
      expect(taught.filter((n) => n > 2)).toEqual([]);
      expect(taught.length).toBeLessThanOrEqual(2 * ROWS.length);
    }
  });

  it('takes rows whose nulls come and go in every way', () => {
    const decoder = new CorrelationRecordDecoder();
    const scanner = new RowScanner(decoder.registry);
    let taught = 0;
    for (let n = 0; n < 64; n++) {
      const sizes = { input_tokens: n & 1 ? n : null, output_tokens: n & 2 ? n : null, kv_bytes: n & 4 ? n : null };
      const times = { start_ns: n & 8 ? n : null, end_ns: n & 16 ? n + 9 : null, status: n & 32 ? 'ok' : null };
      const row = {
        ...header,
        ...sizes,
        ...times,
        event_type: 'infer.request',
        event_id: `${n}`,
        request_ref: ref('r'),
      };
      const line = stringifyJson(row, STYLES[0]);
      const expected = decoder.decodeEvent(parseJson(line));
      if (expected === null || !isInferenceEvent(expected)) throw new Error('an event was expected');
      const event = scanned(scanner, line);
      if (event === null) {
        taught++;
        scanner.learn(line, false, expected);
      } else {
        expect(event).toEqual(expected);
      }
    }

    expect(taught).toBeLessThanOrEqual(5);
  });
});

it('puts a bigint together from two numbers', () => {
  for (const [high, low] of [
    [0, 0],
    [1, 0],
    [0, 999_999_999],
    [1_787_650_000, 123_456_789],
    [9_223_372_036, 854_775_807],
    [9_999_999_999, 999_999_999],
  ] as const) {
    expect(bigintOfParts(high, low)).toBe(BigInt(high) * 1_000_000_000n + BigInt(low));
  }
});
