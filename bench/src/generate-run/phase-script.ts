import type { GeneratedPhase } from './generated-event.ts';

/** A training step is so many samples long: forward, backward and optimizer share them. */
const STEP_SAMPLES = 12;
const STEPS_PER_EPOCH = 20;
const INNER = ['forward', 'backward', 'optimizer'] as const;

interface OpenScope {
  readonly id: string;
  readonly path: readonly string[];
  readonly parent: string | null;
}

/** The phases of a training loop, as boundaries that lie before the sample of a step; always properly nested. */
export class PhaseScript {
  readonly #prefix: string;
  readonly #open: OpenScope[] = [];
  #sequence = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  before(sample: number): GeneratedPhase[] {
    const within = sample % STEP_SAMPLES;
    if (within % (STEP_SAMPLES / INNER.length) !== 0) return [];
    const boundaries: GeneratedPhase[] = [];
    const step = Math.floor(sample / STEP_SAMPLES);
    if (this.#open.length > 1) boundaries.push(this.#exit());
    if (within === 0 && step % STEPS_PER_EPOCH === 0) {
      if (this.#open.length > 0) boundaries.push(this.#exit());
      boundaries.push(this.#enter(`epoch ${Math.floor(step / STEPS_PER_EPOCH)}`));
    }
    boundaries.push(this.#enter(INNER[(within * INNER.length) / STEP_SAMPLES]!));
    return boundaries;
  }

  end(): GeneratedPhase[] {
    return this.#open.map(() => null).map(() => this.#exit());
  }

  #enter(name: string): GeneratedPhase {
    const top = this.#open.at(-1);
    this.#sequence += 1;
    const scope: OpenScope = {
      id: `${this.#prefix}:${this.#sequence}`,
      path: [...(top?.path ?? []), name],
      parent: top?.id ?? null,
    };
    this.#open.push(scope);
    return boundary('enter', scope, this.#sequence);
  }

  #exit(): GeneratedPhase {
    const scope = this.#open.pop()!;
    this.#sequence += 1;
    return boundary('exit', scope, this.#sequence);
  }
}

function boundary(action: 'enter' | 'exit', scope: OpenScope, sequence: number): GeneratedPhase {
  return { action, path: scope.path, scopeId: scope.id, parentScopeId: scope.parent, sequence };
}
