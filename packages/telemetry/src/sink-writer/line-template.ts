import { compareCodePoints, stringifyJson } from '@stormlog/records';
import { writeAscii, writeInteger, writePlainString, writeWord } from './byte-text.ts';

/** The style of canonical text (docs/formats/json.md §4). */
export const CANONICAL = { sortKeys: true, ascii: true, spaced: true } as const;

const MAX_NESTING = 6;
const MAX_SLOTS = 250;
/** No number or word is longer than this. */
const LONGEST_TOKEN = 32;
/** Unlike every value that a record can hold. */
const NEVER = Symbol('never');

/** An object of a record: the record itself first, then the objects in it. */
interface Part {
  /** Where it stands among the values of the record, those of every part one after another; -1 is the record. */
  readonly place: number;
  readonly keys: readonly string[];
}

/** A value of a record and where it stands in the line that was encoded last. */
interface Slot {
  /** See {@link Part.place}. */
  readonly place: number;
  readonly depth: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The line of one record, by which those of later records of the same shape are encoded: what has not changed is copied in
 * runs, and only what has is encoded. Records of a producer have one shape and few values that change, which makes this many
 * times faster than encoding each anew.
 */
export class LineTemplate {
  /** Holds the line encoded last. */
  readonly bytes: Uint8Array;
  start = 0;
  end: number;
  /** Set when encoding stopped half way: it is of no use any more. */
  isSpoiled = false;
  readonly #parts: readonly Part[];
  /** The values of a record, of every part in the order of its keys. */
  readonly #found: unknown[];
  readonly #places: Int32Array;
  readonly #depths: Int32Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #values: unknown[];
  /** The next line is written into the other half of the bytes. */
  readonly #half: number;

  private constructor(line: string, parts: readonly Part[], slots: readonly Slot[]) {
    this.#half = line.length * 2 + LONGEST_TOKEN;
    this.bytes = new Uint8Array(this.#half * 2);
    this.end = writeAscii(this.bytes, 0, line);
    this.#parts = parts;
    this.#found = parts.flatMap(({ keys }) => keys.map(() => null));
    this.#places = Int32Array.from(slots, ({ place }) => place);
    this.#depths = Int32Array.from(slots, ({ depth }) => depth);
    this.#starts = Int32Array.from(slots, ({ start }) => start);
    this.#ends = Int32Array.from(slots, ({ end }) => end);
    this.#values = slots.map(() => NEVER);
  }

  /**
   * The template of a record; null when it is no plain object, or has members that are undefined, or too many.
   *
   * @throws as `stringifyJson`
   */
  static of(record: object): LineTemplate | null {
    const sketch = new Sketch();
    if (!isPlain(record) || !sketch.add(record, -1, 0)) return null;
    return new LineTemplate(`${sketch.text}\n`, sketch.parts, sketch.slots);
  }

  /** Bytes that are held. */
  get size(): number {
    return this.bytes.length;
  }

  /**
   * Encodes a record; false when it has another shape, is too long, or the template is spoiled, which these may do.
   *
   * @throws as `stringifyJson`
   */
  encode(record: object): boolean {
    if (this.isSpoiled || !this.#hasShape(record)) return false;
    const found = this.#found;
    const places = this.#places;
    const values = this.#values;
    const starts = this.#starts;
    const ends = this.#ends;
    let to = this.start < this.#half ? this.#half : 0;
    const begin = to;
    const limit = begin + this.#half;
    /** What has been copied of the old line. */
    let copied = this.start;
    // Stopping leaves places of two lines behind.
    this.isSpoiled = true;
    for (let index = 0; index < places.length; index++) {
      const value = found[places[index]!];
      const oldStart = starts[index]!;
      const oldEnd = ends[index]!;
      if (!Object.is(value, values[index])) {
        const run = oldStart - copied;
        if (to + run + LONGEST_TOKEN > limit) return false;
        this.bytes.copyWithin(to, copied, oldStart);
        to += run;
        starts[index] = to;
        to = this.#writeValue(to, value, index, limit);
        if (to < 0) return false;
        ends[index] = to;
        copied = oldEnd;
      } else {
        starts[index] = oldStart + to - copied;
        ends[index] = oldEnd + to - copied;
      }
    }
    const rest = this.end - copied;
    if (to + rest > limit) return false;
    this.bytes.copyWithin(to, copied, this.end);
    this.start = begin;
    this.end = to + rest;
    this.isSpoiled = false;
    return true;
  }

  /** Also finds the values. */
  #hasShape(record: object): boolean {
    const parts = this.#parts;
    const found = this.#found;
    let place = 0;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]!;
      const { keys } = part;
      const object = part.place < 0 ? record : found[part.place];
      if (!isPlain(object)) return false;
      let count = 0;
      // Of a plain object these are its own keys; so walked, they cost a fraction of looking each up by name.
      for (const key in object) {
        if (key !== keys[count++]) return false;
        found[place++] = object[key];
      }
      if (count !== keys.length) return false;
    }
    return true;
  }

  /** @returns where it ends; -1 when there is no room, or when it is nothing that can stand in a template */
  #writeValue(at: number, value: unknown, index: number, limit: number): number {
    this.#values[index] = value;
    switch (typeof value) {
      case 'string': {
        if (at + value.length + 2 > limit) return -1;
        const end = writePlainString(this.bytes, at, value);
        return end >= 0 ? end : this.#writeText(at, stringifyJson(value, CANONICAL), limit);
      }
      case 'number':
        if (Number.isSafeInteger(value) && !Object.is(value, -0)) return writeInteger(this.bytes, at, value);
        return writeAscii(this.bytes, at, stringifyJson(value));
      case 'bigint': {
        const end = writeWord(this.bytes, at, value);
        return end >= 0 ? end : this.#writeText(at, value.toString(), limit);
      }
      case 'boolean':
        return writeAscii(this.bytes, at, value ? 'true' : 'false');
      case 'object':
        if (value === null) return writeAscii(this.bytes, at, 'null');
        // What it holds can change while it stays the same object.
        this.#values[index] = NEVER;
        return this.#writeText(at, nestedText(value, this.#depths[index]!), limit);
      default:
        return -1;
    }
  }

  #writeText(at: number, text: string, limit: number): number {
    return at + text.length > limit ? -1 : writeAscii(this.bytes, at, text);
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Takes a record to pieces. */
class Sketch {
  text = '';
  readonly parts: Part[] = [];
  readonly slots: Slot[] = [];
  #places = 0;

  /** @returns false when there can be no template of it */
  add(object: Readonly<Record<string, unknown>>, place: number, depth: number): boolean {
    const keys = Object.keys(object);
    this.parts.push({ place, keys });
    const first = this.#places;
    this.#places += keys.length;
    let separator = '{';
    for (const name of [...keys].sort(compareCodePoints)) {
      const value = object[name];
      if (value === undefined || this.slots.length >= MAX_SLOTS) return false;
      this.text += `${separator}${stringifyJson(name, CANONICAL)}: `;
      separator = ', ';
      const valuePlace = first + keys.indexOf(name);
      if (isPlain(value) && depth < MAX_NESTING) {
        if (!this.add(value, valuePlace, depth + 1)) return false;
        continue;
      }
      const start = this.text.length;
      this.text += nestedText(value, depth + 1);
      this.slots.push({ place: valuePlace, depth: depth + 1, start, end: this.text.length });
    }
    this.text += keys.length === 0 ? '{}' : '}';
    return true;
  }
}

/** The text of a value that lies so deep in a record, so that the limit of nesting is that of the record. */
function nestedText(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value, CANONICAL);
  let wrapped = value;
  for (let level = 0; level < depth; level++) wrapped = [wrapped];
  return stringifyJson(wrapped, CANONICAL).slice(depth, -depth);
}
