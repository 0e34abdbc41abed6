import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import { anyValue, changed, fewChanges, mostly } from './values.ts';

/** Times a few nanoseconds apart, so that ends and starts meet. */
export const smallTime = fc.nat({ max: 30 }).map((n) => 1_700_000_000_123_456_789n + BigInt(n));

const NAMES = ['epoch 0', 'forward', 'backward', 'load', '😀', '\uff5e'] as const;

interface Move {
  readonly enter: boolean;
  readonly thread: number;
  readonly rank: number;
  readonly name: string;
  readonly advance: number;
  readonly stray: boolean;
}

const move: fc.Arbitrary<Move> = fc.record({
  enter: fc.boolean(),
  thread: fc.constantFrom(1, 1, 2),
  rank: fc.constantFrom(0, 0, 1),
  name: fc.constantFrom(...NAMES),
  advance: fc.nat({ max: 3 }),
  stray: fc.constantFrom(false, false, false, false, true),
});

/**
 * Boundaries as a recorder would write them, with now and then an exit that belongs to no scope, or a member that is
 * wrong. Where only the telemetry package's events are allowed (`checked`), the event itself is right and only its
 * scope may be wrong. An event type that is a list or an object is nobody's business.
 */
export function phaseEvents(sessions: readonly string[], kind: 'loose' | 'checked'): fc.Arbitrary<JsonObject[]> {
  return fc
    .record({
      session: fc.constantFrom(...sessions),
      moves: fc.array(move, { maxLength: 12 }),
      changes: fewChanges(
        ['session_id', 'timestamp_ns', 'rank', 'metadata'],
        mostly(anyValue, fc.constantFrom('phase_enter', ' phase_enter', 'PHASE_EXIT')),
      ),
      scopeChanges: fewChanges([
        'action',
        'name',
        'path',
        'scope_id',
        'thread_id',
        'thread_name',
        'sequence',
        'parent_scope_id',
        'depth',
        'attributes',
      ]),
      damaged: fc.nat({ max: 11 }),
    })
    .map(({ session, moves, changes, scopeChanges, damaged }) =>
      play(session, moves).map((event, index) => {
        if (index !== damaged) return event;
        const metadata = event['metadata'];
        const scope = typeof metadata === 'object' && metadata !== null && 'phase_scope' in metadata ? metadata : {};
        const inner = scopeOf(scope);
        return changed(
          { ...event, metadata: { phase_scope: changed(inner, scopeChanges) } },
          kind === 'loose' ? changes : [],
        );
      }),
    );
}

function scopeOf(metadata: object): JsonObject {
  const entries = Object.entries(metadata).find(([key]) => key === 'phase_scope');
  return entries === undefined ? {} : entries[1];
}

function play(session: string, moves: readonly Move[]): JsonObject[] {
  const stacks = new Map<string, { path: string[]; id: string }[]>();
  let time = 0;
  let sequence = 0;
  return moves.map(({ enter, thread, rank, name, advance, stray }): JsonObject => {
    time += advance;
    sequence += 1;
    const key = `${rank}:${thread}`;
    const stack = stacks.get(key) ?? [];
    stacks.set(key, stack);
    let scope = { path: [...(stack.at(-1)?.path ?? []), name], id: `${session}:${sequence}` };
    if (enter) stack.push(scope);
    else if (!stray) scope = stack.pop() ?? scope;
    return {
      session_id: session,
      timestamp_ns: 1_700_000_000_123_456_789n + BigInt(time),
      event_type: enter ? 'phase_enter' : 'phase_exit',
      rank,
      metadata: {
        phase_scope: {
          action: enter ? 'enter' : 'exit',
          name: scope.path.at(-1) ?? name,
          path: scope.path,
          depth: scope.path.length,
          scope_id: scope.id,
          parent_scope_id: stack.at(-1)?.id ?? null,
          thread_id: thread,
          thread_name: `thread-${thread}`,
          sequence,
        },
      },
    };
  });
}

const attributionPath = fc.constantFrom<JsonValue>('', 'a', 'a / b', 'b');

/** An attribution in its complete form, consistent or not. */
export const attribution: fc.Arbitrary<JsonValue> = fc.option<JsonValue>(
  fc.record({
    phase_resolution: fc.constantFrom('unique', 'ambiguous'),
    phase_source: fc.constantFrom(null, 'exact', 'thread_local', 'heuristic'),
    phase_path: fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.constant(null), attributionPath),
    phase_paths: fc.array(attributionPath, { maxLength: 3 }),
    scope_id: fc.constantFrom(null, '', 's:1', 's:2'),
    thread_id: fc.constantFrom(null, 0, 1),
    thread_name: fc.constantFrom(null, 'main'),
    phase_summary: fc.option<JsonValue>(
      fc.record({ phase_path: fc.constantFrom('a', 'a / b'), source: fc.constantFrom('heuristic', 'exact') }),
    ),
  }),
  { freq: 6 },
);

/** A span as `phase.attribute_spans` takes it. */
export const span: fc.Arbitrary<JsonObject> = fc
  .record({
    session_id: fc.constant('s'),
    rank: fc.constantFrom(0, 1),
    thread_id: fc.constantFrom(1, 2, 3),
    thread_name: fc.constantFrom('main', 'worker'),
    scope_id: fc.constantFrom('s:1', 's:2', 's:3', ''),
    path: fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 3 }),
    start_ns: fc.nat({ max: 5 }),
    end_ns: fc.nat({ max: 9 }),
    sequence: fc.nat({ max: 3 }),
    synthetic_end: fc.boolean(),
  })
  .map((made) => made);

/** Any value where an event's own origin may stand. */
export const origin = fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.constantFrom<JsonValue>(1, 2, 's:1', null), anyValue);
