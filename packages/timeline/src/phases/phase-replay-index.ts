import { isJsonObject } from '@stormlog/records';
import type { EventLike } from '../event/event-like.ts';
import { type CanonicalInteger, integerOrBooleanOf } from '../event/integer-of.ts';
import { phaseRankOf } from '../event/phase-rank-of.ts';
import { timeOf } from '../event/time-of.ts';
import { attributeActiveSpans } from './attribute-active-spans.ts';
import type { PhaseAttribution } from './phase-attribution.ts';
import { collectPhaseReplayData, type PhaseReplayData } from './phase-replay-data.ts';
import type { PhaseSpan } from './phase-span.ts';
import { replaySpans, type SpanGroup } from './replay-spans.ts';
import { SpanTree } from './span-tree.ts';

/** Which spans a query is about: those of a session, of one rank or of all. */
export interface PhaseSelection {
  readonly sessionId: string;
  readonly rank?: number | null | undefined;
}

/** A moment, and what is known about who caused the event in question. */
export interface PhaseQuestion {
  readonly timestampNs: bigint | number;
  readonly sessionId: string | null;
  readonly rank?: number | null | undefined;
  readonly originThreadId?: CanonicalInteger | null | undefined;
  readonly originPhaseScopeId?: string | null | undefined;
}

interface IndexedGroup extends SpanGroup {
  readonly tree: SpanTree;
}

interface IndexedSession {
  readonly groups: IndexedGroup[];
  readonly byRank: Map<number, IndexedGroup>;
}

/** Answers which phases of a workload were open at a time (docs/formats/phases.md §5). */
export class PhaseReplayIndex {
  readonly #sessions = new Map<string, IndexedSession>();

  private constructor(groups: readonly SpanGroup[]) {
    for (const group of groups) {
      const session: IndexedSession = this.#sessions.get(group.session_id) ?? { groups: [], byRank: new Map() };
      const indexed = { ...group, tree: new SpanTree(group.spans) };
      session.groups.push(indexed);
      session.byRank.set(group.rank, indexed);
      this.#sessions.set(group.session_id, session);
    }
  }

  /** Replays the phase boundaries among events given in any order (docs/formats/phases.md §4). */
  static fromEvents(events: Iterable<EventLike>): PhaseReplayIndex {
    return PhaseReplayIndex.fromReplayData([collectPhaseReplayData(events)]);
  }

  /** The same index from parts collected apart, rank by rank or in any other grouping. */
  static fromReplayData(parts: readonly PhaseReplayData[]): PhaseReplayIndex {
    return new PhaseReplayIndex(replaySpans(parts));
  }

  /** True when there is no span at all. */
  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  /** All spans of a session: group after group (docs/formats/phases.md §4.3), each by start, then end. */
  spansFor(selection: PhaseSelection): PhaseSpan[] {
    return this.#groupsOf(selection).flatMap((group) => group.spans);
  }

  /** Of {@link spansFor}, those with start ≤ time ≤ end, in the same order. */
  activeSpans(question: PhaseSelection & { readonly timestampNs: bigint | number }): PhaseSpan[] {
    const found: PhaseSpan[] = [];
    for (const group of this.#groupsOf(question)) group.tree.collectActive(question.timestampNs, found);
    return found;
  }

  /** The attribution of a moment; null without a session id or without an open phase (docs/formats/phases.md §5). */
  resolve(question: PhaseQuestion): PhaseAttribution | null {
    const { sessionId } = question;
    if (sessionId === null) return null;
    return attributeActiveSpans(this.activeSpans({ ...question, sessionId }), question);
  }

  /** The attribution of an event by its own time, session, rank and origins (docs/formats/phases.md §5.1). */
  resolveForEvent(event: EventLike): PhaseAttribution | null {
    const sessionId = event.session_id;
    if (typeof sessionId !== 'string' || !this.#sessions.has(sessionId)) return null;
    const timestampNs = timeOf(event.timestamp_ns);
    const rank = phaseRankOf(event);
    if (timestampNs === null || rank === null) return null;
    const originThreadId = originThreadOf(event);
    const originPhaseScopeId = originScopeOf(event);
    return this.resolve({ timestampNs, sessionId, rank, originThreadId, originPhaseScopeId });
  }

  #groupsOf({ sessionId, rank = null }: PhaseSelection): readonly IndexedGroup[] {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return [];
    if (rank === null) return session.groups;
    const group = session.byRank.get(rank);
    return group === undefined ? [] : [group];
  }
}

function originThreadOf(event: EventLike): CanonicalInteger | null {
  const own = integerOrBooleanOf(event.origin_thread_id);
  if (own !== null || !isJsonObject(event.metadata)) return own;
  return integerOrBooleanOf(event.metadata['origin_thread_id']);
}

function originScopeOf(event: EventLike): string | null {
  const own = event.origin_phase_scope_id;
  if (typeof own === 'string' && own !== '') return own;
  const inMetadata = isJsonObject(event.metadata) ? event.metadata['origin_phase_scope_id'] : null;
  return typeof inMetadata === 'string' && inMetadata !== '' ? inMetadata : null;
}
