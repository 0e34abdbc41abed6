import type { EventLike } from '../src/index.ts';

export const START_NS = 1_700_000_000_123_456_789n;

/** A boundary event of a phase; the path decides its name, `fields` replaces parts of the event, `scope` of the scope. */
export function boundaryEvent(
  action: 'enter' | 'exit',
  offset: number,
  path: readonly string[],
  scope: object = {},
  fields: object = {},
): EventLike {
  return {
    session_id: 'run-1',
    rank: 0,
    timestamp_ns: START_NS + BigInt(offset),
    event_type: `phase_${action}`,
    metadata: {
      phase_scope: {
        action,
        name: path.at(-1) ?? 'x',
        path,
        depth: path.length,
        scope_id: path.join(':'),
        parent_scope_id: null,
        thread_id: 11,
        thread_name: 'thread-11',
        sequence: offset,
        ...scope,
      },
    },
    ...fields,
  };
}
