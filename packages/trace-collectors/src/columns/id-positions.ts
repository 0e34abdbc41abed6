import type { Id } from '../values/trace-values.ts';

const NONE = -1;

/** Numbers distinct integers in the order of their first appearance; a table of numbers, not objects, for millions. */
export class IdPositions {
  #ids = new Float64Array(256);
  /** Position of the id that a hash leads to, or {@link NONE}; never more than half full. */
  #slots = new Int32Array(512).fill(NONE);
  readonly #large = new Map<bigint, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Position of an id; undefined when it was never added. */
  find(id: Id): number | undefined {
    if (typeof id === 'bigint') return this.#large.get(id);
    const position = this.#slots[this.#slotOf(id)]!;
    return position === NONE ? undefined : position;
  }

  /** Position of an id, a new one when it is new. */
  add(id: Id): number {
    const known = this.find(id);
    if (known !== undefined) return known;
    const position = this.#count++;
    if (typeof id === 'bigint') this.#large.set(id, position);
    if (position === this.#ids.length) this.#grow();
    // The place of a large id is taken, so that positions count all.
    this.#ids[position] = typeof id === 'bigint' ? Number.NaN : id;
    if (typeof id === 'number') this.#slots[this.#slotOf(id)] = position;
    return position;
  }

  #slotOf(id: number): number {
    const mask = this.#slots.length - 1;
    const high = Math.floor(id / 2 ** 32);
    const mixed = Math.imul(id ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const position = this.#slots[slot]!;
      if (position === NONE || this.#ids[position] === id) return slot;
    }
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#ids.length);
    larger.set(this.#ids);
    this.#ids = larger;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(NONE);
    for (let position = 0; position < this.#count - 1; position++) {
      const id = larger[position]!;
      if (!Number.isNaN(id)) this.#slots[this.#slotOf(id)] = position;
    }
  }
}
