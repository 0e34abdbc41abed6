import type { PhaseBoundary } from './phase-boundary.ts';
import type { PhaseThread } from './phase-recorder.ts';

/**
 * An open phase. Closing it once gives the boundary that ends it; as the resource of a `using` declaration it closes when
 * the block is left, with an error or without.
 */
export class PhaseHandle {
  /** The boundary that opened the phase. */
  readonly entered: PhaseBoundary;
  readonly scopeId: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly #exit: (thread: PhaseThread | undefined) => PhaseBoundary;
  #isClosed = false;

  constructor(entered: PhaseBoundary, exit: (thread: PhaseThread | undefined) => PhaseBoundary) {
    this.entered = entered;
    this.scopeId = entered.scope_id;
    this.name = entered.metadata.phase_scope.name;
    this.path = entered.path;
    this.#exit = exit;
  }

  get closed(): boolean {
    return this.#isClosed;
  }

  /**
   * Closes the phase and gives the boundary; null when it is closed already. After a failure it stays open.
   *
   * @param thread the thread that closes; default: the one that opened
   * @throws PhaseProtocolError when the phase is not the innermost open one of that thread
   */
  close(thread?: PhaseThread | undefined): PhaseBoundary | null {
    if (this.#isClosed) return null;
    const boundary = this.#exit(thread);
    this.#isClosed = true;
    return boundary;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
