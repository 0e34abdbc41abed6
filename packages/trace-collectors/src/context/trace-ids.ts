import { createHash, randomBytes } from 'node:crypto';
import { ArgumentError } from '@stormlog/records';
import { roundHalfEven } from '../values/round-half-even.ts';

/** The identity of a request in W3C trace context (docs/formats/trace-collectors.md §13). */
export interface TraceIds {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly trace_id: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  readonly span_id: string;
  readonly sampled: boolean;
}

/** What the flags of a header tell: always sampled, or what was decided. */
export type TraceParentPolicy = 'preserve-engine' | 'follow-sampling';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const ZERO = /^0+$/;
const SEPARATOR = '\u001f';

/** The ids of a `traceparent` header; null for anything but a sound one of version 00. */
export function parseTraceparent(text: string): TraceIds | null {
  const [, traceId, spanId, flags] = text.endsWith('\n') ? [] : (TRACEPARENT.exec(text) ?? []);
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (ZERO.test(traceId) || ZERO.test(spanId)) return null;
  return { trace_id: traceId, span_id: spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * The `traceparent` header of ids.
 *
 * @throws ArgumentError for another policy
 */
export function traceparent({ trace_id, span_id, sampled }: TraceIds, policy: TraceParentPolicy): string {
  if (policy !== 'preserve-engine' && policy !== 'follow-sampling') {
    throw new ArgumentError('policy', 'the policy of a traceparent must be preserve-engine or follow-sampling');
  }
  return `00-${trace_id}-${span_id}-${policy === 'preserve-engine' || sampled ? '01' : '00'}`;
}

/**
 * Whether a sampler of a ratio keeps a trace: decided by its last 14 hexadecimal digits, so that all samplers agree.
 *
 * @throws ArgumentError when those are no hexadecimal digits
 */
export function keepsTrace(traceId: string, ratio: number): boolean {
  if (ratio >= 1) return true;
  if (ratio <= 0) return false;
  const tail = traceId.slice(-14);
  if (!/^[0-9a-fA-F]+$/.test(tail)) throw new ArgumentError('traceId', 'a trace id must be hexadecimal digits');
  if (Number.isNaN(ratio)) throw new ArgumentError('ratio', 'a sampling ratio must be a number');
  // A double with 2^56 in it is a whole number already, or below 2^52 and rounded half to even.
  return BigInt(`0x${tail}`) >= BigInt(roundHalfEven((1 - ratio) * 2 ** 56));
}

/** Fresh random ids, sampled by `ratio`. */
export function newTraceIds(ratio = 1): TraceIds {
  const traceId = randomId(16);
  return { trace_id: traceId, span_id: randomId(8), sampled: keepsTrace(traceId, ratio) };
}

/** Ids that depend on the parts alone, so that two processes find the same. */
export function derivedTraceIds(...parts: readonly string[]): TraceIds {
  const digest = createHash('sha256').update(parts.join(SEPARATOR), 'utf8').digest('hex');
  const idOf = (hex: string) => (ZERO.test(hex) ? '01'.repeat(hex.length / 2) : hex);
  return { trace_id: idOf(digest.slice(0, 32)), span_id: idOf(digest.slice(32, 48)), sampled: true };
}

function randomId(bytes: number): string {
  for (;;) {
    const id = randomBytes(bytes).toString('hex');
    if (!ZERO.test(id)) return id;
  }
}
