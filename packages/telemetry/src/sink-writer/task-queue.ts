/** Does one thing after another, in the order they were asked for. */
export class TaskQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** @returns what the work answers or rejects with, once everything before it is done */
  add<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }
}
