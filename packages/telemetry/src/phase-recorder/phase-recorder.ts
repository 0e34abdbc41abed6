import {
  ArgumentError,
  isBlank,
  type JsonObject,
  type JsonValue,
  pythonText,
  stripWhiteSpace,
} from '@stormlog/records';
import { PHASE_ENTER_EVENT, PHASE_EXIT_EVENT, type PhaseBoundary, type PhaseScope } from './phase-boundary.ts';
import { PhaseHandle } from './phase-handle.ts';
import { PhaseProtocolError } from './phase-protocol-error.ts';

/** Who opens or closes a phase. JavaScript has no thread identity of its own, so the caller gives one. */
export interface PhaseThread {
  /** Null or absent counts as 0. */
  readonly id?: number | bigint | null | undefined;
  /** Null, absent or empty: `thread-<id>`. */
  readonly name?: string | null | undefined;
}

/** A phase to open. */
export interface PhaseEntry {
  readonly sessionId: string;
  readonly rank: number;
  /** Another value than text is turned into text first; white space at its ends is dropped. */
  readonly name: JsonValue;
  readonly attributes?: JsonObject | null | undefined;
  readonly thread?: PhaseThread | undefined;
  /**
   * The phase this one is inside of when its thread has none open: work that went on from another thread. Default: none.
   */
  readonly parent?: Pick<PhaseHandle, 'scopeId' | 'path'> | undefined;
}

/** Names an open phase. */
export interface PhaseToken {
  readonly sessionId: string;
  readonly rank: number;
  readonly scopeId: string;
}

type OpenScope = Omit<PhaseScope, 'action'>;

/**
 * Keeps track of nested phases and makes the boundary events that say so (docs/formats/phases.md §7). Phases nest per
 * session, rank and thread; one counter numbers all boundaries of the recorder.
 */
export class PhaseRecorder {
  #sequence = 0;
  readonly #stacks = new Map<string, OpenScope[]>();

  /** Drops every open phase and starts counting anew. */
  reset(): void {
    this.#sequence = 0;
    this.#stacks.clear();
  }

  /**
   * Opens a phase and gives a handle that closes it.
   *
   * @throws ArgumentError when the name is blank
   */
  open(entry: PhaseEntry): PhaseHandle {
    const { token, boundary } = this.enter(entry);
    return new PhaseHandle(boundary, (thread) => this.exit(token, thread ?? entry.thread));
  }

  /**
   * Opens a phase inside the innermost open one of its session, rank and thread, else inside its `parent`.
   *
   * @throws ArgumentError when the name is blank; nothing is counted then
   */
  enter(entry: PhaseEntry): { readonly token: PhaseToken; readonly boundary: PhaseBoundary } {
    const { sessionId, rank } = entry;
    const name = stripWhiteSpace(pythonText(entry.name));
    if (isBlank(name)) throw new ArgumentError('name', 'the name of a phase must not be blank');
    const threadId = entry.thread?.id ?? 0;
    const key = stackKey(sessionId, rank, threadId);
    const stack = this.#stacks.get(key) ?? [];
    const parent = stack.at(-1);
    const path = [...(parent?.path ?? entry.parent?.path ?? []), name];
    const sequence = ++this.#sequence;
    const scope: OpenScope = {
      name,
      path,
      depth: path.length,
      scope_id: `${sessionId}:${sequence}`,
      parent_scope_id: parent?.scope_id ?? entry.parent?.scopeId ?? null,
      thread_id: threadId,
      thread_name: entry.thread?.name || `thread-${threadId}`,
      sequence,
      ...(hasKeys(entry.attributes) && { attributes: { ...entry.attributes } }),
    };
    stack.push(scope);
    this.#stacks.set(key, stack);
    return { token: { sessionId, rank, scopeId: scope.scope_id }, boundary: boundaryOf('enter', scope) };
  }

  /**
   * Closes the innermost open phase of a thread, which must be the one named.
   *
   * @throws PhaseProtocolError when it is another one; nothing changes then
   */
  exit(token: PhaseToken, thread?: PhaseThread | undefined): PhaseBoundary {
    const key = stackKey(token.sessionId, token.rank, thread?.id ?? 0);
    const stack = this.#stacks.get(key) ?? [];
    const innermost = stack.at(-1);
    if (innermost?.scope_id !== token.scopeId) throw this.#protocolError(token, stack);
    stack.pop();
    if (stack.length === 0) this.#stacks.delete(key);
    return boundaryOf('exit', { ...innermost, sequence: ++this.#sequence });
  }

  #protocolError(token: PhaseToken, stack: readonly OpenScope[]): PhaseProtocolError {
    const { scopeId } = token;
    if (stack.some((scope) => scope.scope_id === scopeId)) {
      return new PhaseProtocolError('not_innermost', `phase ${scopeId} still has an open phase inside it`);
    }
    if (this.#isOpenElsewhere(token)) {
      return new PhaseProtocolError('opened_on_other_thread', `phase ${scopeId} was opened on another thread`);
    }
    return stack.length === 0
      ? new PhaseProtocolError('nothing_open', `phase ${scopeId} cannot be closed: no phase is open on this thread`)
      : new PhaseProtocolError('unknown_scope', `phase ${scopeId} is not known`);
  }

  #isOpenElsewhere({ sessionId, rank, scopeId }: PhaseToken): boolean {
    for (const [key, stack] of this.#stacks) {
      const threadId = stack[0]?.thread_id ?? 0;
      if (key === stackKey(sessionId, rank, threadId) && stack.some((scope) => scope.scope_id === scopeId)) return true;
    }
    return false;
  }
}

function boundaryOf(action: 'enter' | 'exit', scope: OpenScope): PhaseBoundary {
  const attributes = scope.attributes === undefined ? {} : { attributes: { ...scope.attributes } };
  return {
    event_type: action === 'enter' ? PHASE_ENTER_EVENT : PHASE_EXIT_EVENT,
    context: `Phase ${action === 'enter' ? 'entered' : 'exited'}: ${scope.path.join(' / ')}`,
    metadata: { phase_scope: { action, ...scope, path: [...scope.path], ...attributes } },
    scope_id: scope.scope_id,
    path: [...scope.path],
  };
}

function hasKeys(attributes: JsonObject | null | undefined): attributes is JsonObject {
  return attributes !== null && attributes !== undefined && Object.keys(attributes).length > 0;
}

function stackKey(sessionId: string, rank: number, threadId: number | bigint): string {
  return `${rank} ${threadId} ${sessionId}`;
}
