import type { TelemetryEvent } from '@stormlog/telemetry';
import { expect } from 'vitest';
import type { Cause } from '../src/index.ts';
import { GIB, madeEvent, madeSamples, START_NS } from './made-events.ts';

export const STEP_NS = 100_000_000n;

export type Bytes = (sample: number) => number;

/** Ranks of 200 samples, 100 ms apart; a wobble so that nothing is exact. */
export function ranks(count: number, special: Readonly<Record<number, Bytes>> = {}, samples = 200): TelemetryEvent[] {
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

export function only<Kind extends Cause['kind']>(causes: readonly Cause[], kind: Kind): Extract<Cause, { kind: Kind }> {
  const found = causes.filter((cause): cause is Extract<Cause, { kind: Kind }> => cause.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Four ranks, two hosts, of which the second is 70 ms ahead; steps of forward and all-reduce; one rank is slow. */
export function phasedRun(slow: number | null): TelemetryEvent[] {
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
