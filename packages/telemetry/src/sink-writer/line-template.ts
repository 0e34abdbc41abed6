import { compareCodePoints, stringifyJson } from '@stormlog/records';
import {
  integerLength,
  isPlainText,
  wordLength,
  writeAscii,
  writeInteger,
  writePlainString,
  writeWord,
} from './byte-text.ts';
import { isPlainObject } from './plain-object.ts';

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
 * The line of one record, which becomes that of the next record of the same shape: only values that have changed are written
 * anew. Records of a producer have one shape and many values that stay, which makes this many times faster than encoding
 * each.
 */
export class LineTemplate {
  /** Start with the line encoded last. */
  readonly bytes: Uint8Array;
  /** Where it ends. */
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

  private constructor(line: string, parts: readonly Part[], slots: readonly Slot[]) {
    this.bytes = new Uint8Array(line.length * 2 + LONGEST_TOKEN);
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
    if (!isPlainObject(record) || !sketch.add(record, -1, 0)) return null;
    return new LineTemplate(`${sketch.text}\n`, sketch.parts, sketch.slots);
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
    /** By how much the rest of the line has moved. */
    let moved = 0;
    // Stopping leaves a line of two records behind.
    this.isSpoiled = true;
    for (let index = 0; index < places.length; index++) {
      const value = found[places[index]!];
      // Zero has two forms that compare equal.
      if (value === values[index] && value !== 0) {
        if (moved === 0) continue;
        starts[index]! += moved;
        ends[index]! += moved;
        continue;
      }
      const start = starts[index]! + moved;
      const end = ends[index]! + moved;
      values[index] = value;
      const newEnd = this.#writeValue(value, index, start, end);
      if (newEnd < 0) return false;
      moved += newEnd - end;
      starts[index] = start;
      ends[index] = newEnd;
    }
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
      if (!isPlainObject(object)) return false;
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

  /**
   * Puts a value in the place of another one.
   *
   * @returns where it ends; -1 when there is no room, or when it is nothing that can stand in a template
   */
  #writeValue(value: unknown, index: number, start: number, end: number): number {
    switch (typeof value) {
      case 'string': {
        if (!isPlainText(value)) return this.#writeText(stringifyJson(value, CANONICAL), start, end);
        const newEnd = this.#makeRoom(start, end, value.length + 2);
        if (newEnd >= 0) writePlainString(this.bytes, start, value);
        return newEnd;
      }
      case 'number': {
        if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
          return this.#writeText(numberText(value), start, end);
        }
        const newEnd = this.#makeRoom(start, end, integerLength(value));
        if (newEnd >= 0) writeInteger(this.bytes, newEnd, value);
        return newEnd;
      }
      case 'bigint': {
        const length = wordLength(value);
        if (length < 0) return this.#writeText(value.toString(), start, end);
        const newEnd = this.#makeRoom(start, end, length);
        if (newEnd >= 0) writeWord(this.bytes, newEnd);
        return newEnd;
      }
      case 'boolean':
        return this.#writeText(value ? 'true' : 'false', start, end);
      case 'object':
        if (value === null) return this.#writeText('null', start, end);
        // What it holds can change while it stays the same object.
        this.#values[index] = NEVER;
        return this.#writeText(nestedText(value, this.#depths[index]!), start, end);
      default:
        return -1;
    }
  }

  #writeText(text: string, start: number, end: number): number {
    const newEnd = this.#makeRoom(start, end, text.length);
    if (newEnd >= 0) writeAscii(this.bytes, start, text);
    return newEnd;
  }

  /**
   * Moves what comes after a value, so that one of another length fits.
   *
   * @returns where the new one ends; -1 when there is no room
   */
  #makeRoom(start: number, end: number, length: number): number {
    const newEnd = start + length;
    const move = newEnd - end;
    if (move === 0) return newEnd;
    if (this.end + move > this.bytes.length) return -1;
    this.bytes.copyWithin(newEnd, end, this.end);
    this.end += move;
    return newEnd;
  }
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
      if (isPlainObject(value) && depth < MAX_NESTING) {
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

/** Most floats are written as JavaScript spells them, which is found out sooner than what else there is. */
function numberText(value: number): string {
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e15 && !Number.isInteger(value) ? String(value) : stringifyJson(value);
}

/** The text of a value that lies so deep in a record, so that the limit of nesting is that of the record. */
function nestedText(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value, CANONICAL);
  let wrapped = value;
  for (let level = 0; level < depth; level++) wrapped = [wrapped];
  return stringifyJson(wrapped, CANONICAL).slice(depth, -depth);
}
