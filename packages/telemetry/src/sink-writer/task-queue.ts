/** Does one thing after another, in the order they were asked for. */
export class TaskQueue {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /**
   * @returns what the work answers or rejects with, once everything before it is done; the work after it has begun by then,
   *   so that who waits for this one does not get in between
   */
  add<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        work().then(
          (answer) => {
            this.#next();
            resolve(answer);
          },
          (error: unknown) => {
            this.#next();
            reject(error);
          },
        );
      };
      this.#waiting.push(run);
      if (this.#isBusy) return;
      this.#isBusy = true;
      queueMicrotask(() => this.#next());
    });
  }

  #next(): void {
    const run = this.#waiting.shift();
    if (run === undefined) this.#isBusy = false;
    else run();
  }
}
