/** Says when the manifest has to be written (docs/formats/sinks.md §11). */
export class ManifestPace {
  readonly #everySeconds: number;
  #written = Number.NEGATIVE_INFINITY;
  #state: 'current' | 'counts' | 'changed' = 'current';

  /** @param everySeconds between manifests in which only counts are new; 0: with every flush */
  constructor(everySeconds: number) {
    this.#everySeconds = everySeconds;
  }

  /** True when the manifest was left behind to be written later; what a failure left behind comes with the next flush. */
  get isBehind(): boolean {
    return this.#everySeconds > 0 && this.#state !== 'current';
  }

  isDue(seconds: number): boolean {
    return this.#state === 'changed' || (this.#state === 'counts' && seconds - this.#written >= this.#everySeconds);
  }

  /** Counts have grown. */
  noteCounts(): void {
    if (this.#state === 'current') this.#state = 'counts';
  }

  /** Segments have come, gone or been closed. */
  noteChange(): void {
    this.#state = 'changed';
  }

  catchUp(seconds: number): void {
    this.#written = seconds;
    this.#state = 'current';
  }
}
