import { parseJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsCollectiveToken } from '../src/collectives/collective-token.ts';
import { attributeCollectiveMemory, carriesCollectiveToken } from '../src/index.ts';
import { sampleWithGap } from './sample-events.ts';

const TOKENS = [
  'nccl',
  'collective',
  'communication',
  'allreduce',
  'allgather',
  'reducescatter',
  'broadcast',
  'barrier',
];

describe('a collective token', () => {
  it('is found exactly where lower-casing and deleting dashes shows one', () => {
    const letters = [...new Set(TOKENS.join(''))];
    const piece = fc.oneof(
      fc.constantFrom(...TOKENS, 'all', 'reduce', 'gather', 'scatter', 'nc', 'cl', 'barr', 'ier'),
      fc.constantFrom('-', '_', ' ', 'İ', 'K', 'ſ', 'é', '😀', '', 'N', 'A', 'B'),
      fc.constantFrom(...letters, ...letters.map((letter) => letter.toUpperCase())),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (candidate) => {
        const plain = candidate.toLowerCase().replaceAll('-', '').replaceAll('_', '');
        expect(containsCollectiveToken(candidate)).toBe(TOKENS.some((token) => plain.includes(token)));
      }),
      { seed: 20261130, numRuns: 3000 },
    );
  });

  it.each(['ncclAllReduce', 'fall_reduce', 'n-c-c-l', 'BARRIER'])('is in %s', (context) => {
    expect(carriesCollectiveToken({ context })).toBe(true);
  });

  it.each(['all reduce', 'step 123', '', 'collect'])('is not in %s', (context) => {
    expect(carriesCollectiveToken({ context })).toBe(false);
  });

  it('is looked for in the type and in metadata texts at any depth, not in keys', () => {
    expect(carriesCollectiveToken({ event_type: 'nccl_enter' })).toBe(true);
    expect(carriesCollectiveToken({ metadata: { a: [{ b: 'all-gather' }] } })).toBe(true);
    expect(carriesCollectiveToken({ metadata: 'barrier' })).toBe(true);
    expect(carriesCollectiveToken({ metadata: ['x', ['nccl']] })).toBe(true);
    expect(carriesCollectiveToken({ metadata: { nccl: true, barrier: 1 } })).toBe(false);
    expect(carriesCollectiveToken({ metadata: parseJson('{"__proto__":{"x":"nccl"}}') })).toBe(true);
  });

  it('is found in metadata nested deeper than the call stack', () => {
    let nested: unknown = 'nccl';
    for (let i = 0; i < 200_000; i++) nested = [nested];
    expect(carriesCollectiveToken({ metadata: { nested } })).toBe(true);
  });
});

describe('a collector named after a collective', () => {
  const described = {
    collector: 'nccl-probe',
    metadata: {
      collector: 'nccl-probe',
      memory_capabilities: { telemetry_collector: 'nccl-probe', more: ['allreduce'] },
    },
  };

  it('does not make its events collectives', () => {
    expect(carriesCollectiveToken({ event_type: 'sample', ...described })).toBe(false);
    expect(carriesCollectiveToken({ context: 'barrier', ...described })).toBe(true);
  });

  it('leaves a spike without a communication time', () => {
    const gaps = [4e7, 5e7, 4e7, 5e7, 4e7, 5e7, 4e7, 4e9];
    const options = { overrides: { min_confidence: 0 } };
    const plain = attributeCollectiveMemory(
      gaps.map((gap, step) => sampleWithGap(step, gap)),
      options,
    );
    const probed = attributeCollectiveMemory(
      gaps.map((gap, step) => sampleWithGap(step, gap, described)),
      options,
    );
    expect(probed).toEqual(plain);
    expect(probed[0]?.reason_codes).toContain('weak_marker_signal');
  });

  it('does not hide a capability-like object elsewhere in the metadata', () => {
    expect(carriesCollectiveToken({ metadata: { inner: { memory_capabilities: { note: 'nccl' } } } })).toBe(true);
  });
});
