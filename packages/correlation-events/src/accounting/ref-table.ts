import type { EntityRef } from '../events/field-schemas.ts';
import { ScopedTable } from './text-table.ts';

/** Numbers references in order of appearance. */
export class RefTable {
  readonly #numbers = new ScopedTable();
  readonly #refs: EntityRef[] = [];

  get size(): number {
    return this.#refs.length;
  }

  /** The number of a reference. */
  numberOf(ref: EntityRef): number {
    const table = this.#numbers.of(ref.producer_id);
    const known = table.get(ref.id);
    if (known !== undefined) return known;
    const number = this.#refs.push({ producer_id: ref.producer_id, id: ref.id }) - 1;
    table.add(ref.id, number);
    return number;
  }

  /** The reference of a number. */
  refOf(number: number): EntityRef {
    return this.#refs[number]!;
  }
}
