import type { Id } from '../values/trace-values.ts';
import { NumberColumn } from './number-column.ts';

/** A growing column of integers of any size, or null; the few beyond the safe range stand aside. */
export class IdColumn {
  readonly #numbers = new NumberColumn();
  readonly #large = new Map<number, bigint>();

  set(index: number, value: Id | null): void {
    const isNumber = typeof value === 'number';
    this.#numbers.set(index, isNumber ? value : Number.NaN);
    if (isNumber || value === null) this.#large.delete(index);
    else this.#large.set(index, value);
  }

  at(index: number): Id | null {
    const number = this.#numbers.at(index);
    return Number.isNaN(number) ? (this.#large.get(index) ?? null) : number;
  }
}
