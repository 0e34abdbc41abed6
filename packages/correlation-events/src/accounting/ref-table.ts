import type { EntityRef } from '../events/field-schemas.ts';
import { ScopedTable } from './text-table.ts';

/** Numbers references in order of appearance. */
export class RefTable {
  readonly #numbers = new ScopedTable();
  readonly #refs: EntityRef[] = [];
  /** Neighbouring events often refer to the same entity. */
  #last: EntityRef | null = null;
  #lastNumber = 0;

  /** The number of a reference. */
  numberOf(ref: EntityRef): number {
    if (this.#last !== null && this.#last.id === ref.id && this.#last.producer_id === ref.producer_id) {
      return this.#lastNumber;
    }
    const table = this.#numbers.of(ref.producer_id);
    let number = table.get(ref.id);
    if (number === undefined) {
      number = this.#refs.push({ producer_id: ref.producer_id, id: ref.id }) - 1;
      table.add(ref.id, number);
    }
    this.#last = this.#refs[number]!;
    this.#lastNumber = number;
    return number;
  }

  /** The reference of a number. */
  refOf(number: number): EntityRef {
    return this.#refs[number]!;
  }
}
