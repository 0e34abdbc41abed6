import { createSessionSummary } from '@stormlog/sessions';
import { describe, expect, it } from 'vitest';
import { SessionAccumulator } from '../src/merge/session-accumulator.ts';
import { START_NS } from './made-events.ts';

describe('SessionAccumulator', () => {
  it.each(['rank', 'local_rank', 'pid', 'host'])(
    'has the same summary stand for a session of several files in any order when they differ in %s',
    (field) => {
      const [first, second] = [0, 1].map((value) => ({
        ...createSessionSummary({
          source: 'artifact:rank.jsonl',
          session_id: 's',
          started_at_ns: START_NS,
          host: 'node',
          pid: 7,
          rank: 3,
          local_rank: 3,
        }),
        [field]: field === 'host' ? `node-${value}` : value,
      }));
      const standsFor = (order: readonly (typeof first)[]) => {
        const accumulator = new SessionAccumulator();
        for (const summary of order)
          accumulator.add({ summary: summary!, events: [], sources_loaded: [], warnings: [] });
        return accumulator.finish(() => undefined).map(({ summary }) => summary);
      };

      expect(standsFor([second, first])).toEqual([first]);
      expect(standsFor([first, second])).toEqual([first]);
    },
  );
});
