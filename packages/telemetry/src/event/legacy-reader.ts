import { describeValue, type JsonObject, type JsonValue, type RecordIssue } from '@stormlog/records';
import type { UnusableCounter } from './conversion-options.ts';

/** A counter as a legacy record gives it. */
export interface LegacyCounter {
  /** Null when not given, or given and unusable. */
  readonly bytes: number | null;
  readonly isGiven: boolean;
}

export const NOT_GIVEN: LegacyCounter = { bytes: null, isGiven: false };
/** Given, but no count of bytes. */
export const UNUSABLE: LegacyCounter = { bytes: null, isGiven: true };

/** Reads the members of a legacy record; faults and unusable counters are kept until all has been read. */
export class LegacyReader {
  readonly issues: RecordIssue[] = [];
  readonly unusable: UnusableCounter[] = [];
  readonly #record: JsonObject;
  readonly #mayBeUnusable: boolean;

  constructor(record: JsonObject, mayBeUnusable: boolean) {
    this.#record = record;
    this.#mayBeUnusable = mayBeUnusable;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#record, field);
  }

  /** Undefined when the record does not have the field; null when it has null there. */
  value(field: string): JsonValue | undefined {
    return Object.hasOwn(this.#record, field) ? this.#record[field] : undefined;
  }

  integer(value: JsonValue, field: string): number {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    this.refuse(value, field, 'an integer');
    return 0;
  }

  /** A counter that must be an integer. */
  counter(value: JsonValue, field: string): LegacyCounter {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return { bytes: value, isGiven: true };
    if (typeof value === 'bigint' && this.#mayBeUnusable) {
      this.unusable.push({ field, value });
      return UNUSABLE;
    }
    this.refuse(value, field, 'a number of bytes, an integer');
    return UNUSABLE;
  }

  /** A counter that may also be null. */
  nullableCounter(value: JsonValue, field: string): LegacyCounter {
    return value === null ? NOT_GIVEN : this.counter(value, field);
  }

  refuse(value: JsonValue, field: string, expected: string): void {
    const found = describeValue(value);
    if (typeof value !== 'bigint') this.issues.push({ code: 'field_invalid', field, found, expected });
    else this.issues.push({ code: 'number_out_of_range', field, found, expected: `${expected}, within ±(2^53−1)` });
  }
}
