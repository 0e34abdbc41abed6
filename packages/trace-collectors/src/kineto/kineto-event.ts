import type { JsonValue } from '@stormlog/records';
import type { JsonScanner } from './json-scanner.ts';

/** Members of an event that may matter, and after them those of its `args`; the place of their spans. */
export const FIELD = {
  ph: 0,
  cat: 1,
  name: 2,
  pid: 3,
  tid: 4,
  ts: 5,
  dur: 6,
  args: 7,
  device: 8,
  stream: 9,
  correlation: 10,
  graph: 11,
} as const;

/** One of {@link FIELD}. */
export type KinetoField = (typeof FIELD)[keyof typeof FIELD];

const FIRST_ARGUMENT = FIELD.device;
const COUNT = FIELD.graph + 1;
const MEMBER_KEYS = new Map<unknown, KinetoField>([
  ['ph', FIELD.ph],
  ['cat', FIELD.cat],
  ['name', FIELD.name],
  ['pid', FIELD.pid],
  ['tid', FIELD.tid],
  ['ts', FIELD.ts],
  ['dur', FIELD.dur],
  ['args', FIELD.args],
]);
const ARGUMENT_KEYS = new Map<unknown, KinetoField>([
  ['device', FIELD.device],
  ['stream', FIELD.stream],
  ['correlation', FIELD.correlation],
  ['graph id', FIELD.graph],
]);

const [QUOTE, BACKSLASH, OPEN_BRACE, OPEN_BRACKET] = [0x22, 0x5c, 0x7b, 0x5b];
const [MINUS, DOT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];
const [A, C, D, G, K, N, P, S, T, U, UPPER_X] = [0x61, 0x63, 0x64, 0x67, 0x6b, 0x6e, 0x70, 0x73, 0x74, 0x75, 0x58];
const [H, I, M, E, R] = [0x68, 0x69, 0x6d, 0x65, 0x72];
/** An integer of so many digits is exact as a number, and so is a power of ten of so many zeros. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, zeros) => Number(`1e${zeros}`));
const FRACTION_OR_EXPONENT = /[.eE]/;

/**
 * An element of `traceEvents` as places in the scanner's bytes; values are made when they are asked for. Of a key that is
 * repeated the last value counts.
 */
export class KinetoEvent {
  readonly #scanner: JsonScanner;
  /** Where each field's value begins and ends; negative where there is none. */
  readonly #spans = new Int32Array(2 * COUNT);

  constructor(scanner: JsonScanner) {
    this.#scanner = scanner;
  }

  /** Passes an element; false when it is no object. */
  scan(): boolean {
    const scanner = this.#scanner;
    const from = scanner.skipSpace(scanner.position);
    if (scanner.buffer[from] !== OPEN_BRACE) {
      scanner.position = scanner.afterValue(from, 2);
      return false;
    }
    this.#spans.fill(-1);
    scanner.position = this.#scanMembers(from, 2, false);
    return true;
  }

  /** Whether it is a complete event of a category that may matter. It only ever errs towards mattering. */
  mayMatter(): boolean {
    const { buffer } = this.#scanner;
    const ph = this.#spans[2 * FIELD.ph]!;
    const phLength = this.#spans[2 * FIELD.ph + 1]! - ph;
    if (ph < 0 || (phLength === 3 ? buffer[ph + 1] !== UPPER_X : !this.#hasEscape(FIELD.ph))) return false;
    const cat = this.#spans[2 * FIELD.cat]!;
    if (cat < 0) return false;
    const open = buffer[cat]!;
    if (open !== QUOTE) return open === OPEN_BRACE || open === OPEN_BRACKET;
    const letter = buffer[cat + 1]!;
    switch (this.#spans[2 * FIELD.cat + 1]! - cat - 2) {
      case 'kernel'.length:
        if (letter === K) return true;
        break;
      case 'gpu_memcpy'.length:
        if (letter === G) return true;
        break;
      case 'cuda_driver'.length:
      case 'cuda_runtime'.length:
        if (letter === C) return true;
        break;
      case 'user_annotation'.length:
        if (letter === U) return true;
        break;
    }
    return this.#hasEscape(FIELD.cat);
  }

  /** Whether a field is there and its value an object. */
  isObject(field: KinetoField): boolean {
    const from = this.#spans[2 * field]!;
    return from >= 0 && this.#scanner.buffer[from] === OPEN_BRACE;
  }

  /** The exact value of a field; undefined where there is none. */
  value(field: KinetoField): JsonValue | undefined {
    const from = this.#spans[2 * field]!;
    if (from < 0) return undefined;
    const to = this.#spans[2 * field + 1]!;
    const first = this.#scanner.buffer[from]!;
    if (first === QUOTE) return this.#textOf(from, to);
    return first === MINUS || (first >= ZERO && first <= NINE) ? this.#numberOf(from, to) : this.#exact(from, to);
  }

  #scanMembers(from: number, depth: number, isArguments: boolean): number {
    const scanner = this.#scanner;
    const spans = this.#spans;
    let at = scanner.firstKey(from, depth);
    while (at >= 0) {
      const { escapes } = scanner;
      const afterKey = scanner.afterString(at);
      let field = isArguments ? this.#argumentAt(at + 1, afterKey) : this.#memberAt(at + 1, afterKey);
      if (scanner.escapes !== escapes) {
        field = (isArguments ? ARGUMENT_KEYS : MEMBER_KEYS).get(this.#exact(at, afterKey)) ?? -1;
      }
      const value = scanner.valueAfterKey(afterKey);
      let after: number;
      if (field === FIELD.args) {
        spans.fill(-1, 2 * FIRST_ARGUMENT);
        after =
          scanner.buffer[value] === OPEN_BRACE
            ? this.#scanMembers(value, depth + 1, true)
            : scanner.afterValue(value, depth + 1);
      } else {
        after = scanner.afterValue(value, depth + 1);
      }
      if (field >= 0) {
        spans[2 * field] = value;
        spans[2 * field + 1] = after;
      }
      at = scanner.nextKey(after);
    }
    return -at;
  }

  /** The field of an event's key that begins at a place; negative when it does not matter. */
  #memberAt(at: number, afterKey: number): number {
    const { buffer } = this.#scanner;
    const first = buffer[at]!;
    const second = buffer[at + 1]!;
    switch (afterKey - 1 - at) {
      case 2:
        if (first === P && second === H) return FIELD.ph;
        return first === T && second === S ? FIELD.ts : -1;
      case 3: {
        const third = buffer[at + 2]!;
        if (first === C && second === A && third === T) return FIELD.cat;
        if (first === P && second === I && third === D) return FIELD.pid;
        if (first === T && second === I && third === D) return FIELD.tid;
        return first === D && second === U && third === R ? FIELD.dur : -1;
      }
      case 4: {
        const third = buffer[at + 2]!;
        const fourth = buffer[at + 3]!;
        if (first === N && second === A && third === M && fourth === E) return FIELD.name;
        return first === A && second === R && third === G && fourth === S ? FIELD.args : -1;
      }
      default:
        return -1;
    }
  }

  /** The same for a key of its `args`. */
  #argumentAt(at: number, afterKey: number): number {
    const first = this.#scanner.buffer[at]!;
    switch (afterKey - 1 - at) {
      case 'device'.length:
        if (first === D) return this.#isKey(at, 'device') ? FIELD.device : -1;
        return first === S && this.#isKey(at, 'stream') ? FIELD.stream : -1;
      case 'graph id'.length:
        return first === G && this.#isKey(at, 'graph id') ? FIELD.graph : -1;
      case 'correlation'.length:
        return first === C && this.#isKey(at, 'correlation') ? FIELD.correlation : -1;
      default:
        return -1;
    }
  }

  #isKey(at: number, key: string): boolean {
    const { buffer } = this.#scanner;
    for (let i = 1; i < key.length; i++) {
      if (buffer[at + i] !== key.charCodeAt(i)) return false;
    }
    return true;
  }

  #hasEscape(field: number): boolean {
    const { buffer } = this.#scanner;
    const to = this.#spans[2 * field + 1]!;
    for (let at = this.#spans[2 * field]!; at < to; at++) {
      if (buffer[at] === BACKSLASH) return true;
    }
    return false;
  }

  #textOf(from: number, to: number): JsonValue {
    const text = this.#scanner.buffer.toString('utf8', from + 1, to - 1);
    return text.includes('\\') ? this.#exact(from, to) : text;
  }

  #numberOf(from: number, to: number): JsonValue {
    const { buffer } = this.#scanner;
    if (to - from <= EXACT_DIGITS) {
      let digits = 0;
      let point = to - 1;
      let at = from;
      for (; at < to; at++) {
        const byte = buffer[at]!;
        if (byte >= ZERO && byte <= NINE) digits = 10 * digits + byte - ZERO;
        else if (byte === DOT) point = at;
        else break;
      }
      // The quotient of two exact numbers is rounded once, as the text itself would be.
      if (at === to) return digits / POWERS_OF_TEN[to - 1 - point]!;
    }
    const text = buffer.toString('latin1', from, to);
    return FRACTION_OR_EXPONENT.test(text) ? Number(text) : this.#exact(from, to);
  }

  #exact(from: number, to: number): JsonValue {
    return this.#scanner.valueOf(from, to);
  }
}
