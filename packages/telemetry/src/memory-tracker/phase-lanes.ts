import { AsyncLocalStorage } from 'node:async_hooks';
import type { JsonObject } from '@stormlog/records';
import type { PhaseBoundary } from '../phase-recorder/phase-boundary.ts';
import type { PhaseHandle } from '../phase-recorder/phase-handle.ts';
import { PhaseRecorder } from '../phase-recorder/phase-recorder.ts';

/** Whose phases are recorded, and who takes their boundaries. */
export interface PhaseLanesOptions {
  readonly sessionId: string;
  readonly rank: number;
  readonly onBoundary: (boundary: PhaseBoundary) => void;
}

interface Lane {
  readonly id: number;
  /** The open phases, the innermost last. */
  readonly scopes: Scope[];
}

interface Scope {
  readonly handle: PhaseHandle;
  readonly lane: Lane;
  readonly parent: Scope | null;
  hasEnded: boolean;
}

/**
 * Phases of work that runs concurrently. Each chain of calls, awaited or not, has a lane, which its boundaries name as
 * their thread: a phase begun inside another stays on its lane, unless a phase that runs beside it is open there already;
 * then it has a lane of its own and still the path of the phase around it (docs/formats/memory-tracking.md §5).
 */
export class PhaseLanes {
  readonly #options: PhaseLanesOptions;
  readonly #recorder = new PhaseRecorder();
  readonly #around = new AsyncLocalStorage<Scope>();
  readonly #freeIds: number[] = [];
  #lanes = 0;

  constructor(options: PhaseLanesOptions) {
    this.#options = options;
  }

  /** Opens a phase inside the one that the caller runs in. Throws ArgumentError when the name is blank. */
  enter(name: string, attributes: JsonObject | undefined): Scope {
    const parent = this.#innermost();
    const lane = parent !== null && parent.lane.scopes.at(-1) === parent ? parent.lane : this.#newLane();
    const handle = this.#open(name, attributes, lane, parent);
    const scope: Scope = { handle, lane, parent, hasEnded: false };
    lane.scopes.push(scope);
    this.#options.onBoundary(handle.entered);
    return scope;
  }

  /** Runs a function inside a phase, so that what it begins is inside the phase too. */
  run<Result>(scope: Scope, work: () => Result): Result {
    return this.#around.run(scope, work);
  }

  /** Ends a phase; while one begun inside it on its lane goes on, it lasts as long as that. */
  leave(scope: Scope): void {
    scope.hasEnded = true;
    const { id, scopes } = scope.lane;
    for (let innermost = scopes.at(-1); innermost?.hasEnded; innermost = scopes.at(-1)) {
      scopes.pop();
      const boundary = innermost.handle.close();
      if (boundary !== null) this.#options.onBoundary(boundary);
      if (scopes.length === 0) this.#freeIds.push(id);
    }
  }

  /** The scope of the phase that the caller runs in; null outside phases. */
  currentScopeId(): string | null {
    return this.#innermost()?.handle.scopeId ?? null;
  }

  #open(name: string, attributes: JsonObject | undefined, lane: Lane, parent: Scope | null): PhaseHandle {
    const { sessionId, rank } = this.#options;
    const thread = { id: lane.id, name: `lane-${lane.id}` };
    try {
      return this.#recorder.open({ sessionId, rank, name, attributes, thread, parent: parent?.handle });
    } catch (error) {
      if (lane.scopes.length === 0) this.#freeIds.push(lane.id);
      throw error;
    }
  }

  /** Work that outlives its phase is in the nearest phase around it that is still open. */
  #innermost(): Scope | null {
    let scope = this.#around.getStore() ?? null;
    while (scope?.handle.closed) scope = scope.parent;
    return scope;
  }

  #newLane(): Lane {
    return { id: this.#freeIds.pop() ?? this.#lanes++, scopes: [] };
  }
}
