import { isAscii, isUtf8 } from 'node:buffer';
import { InvalidRecordError } from '../errors/stormlog-error.ts';
import { DigitRuns } from './digit-runs.ts';
import { digitsToBigInt } from './digits-to-bigint.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { MAX_INTEGER_DIGITS, MAX_JSON_DEPTH } from './limits.ts';
import { MarkReplacer, randomWord } from './number-marks.ts';
import { parseJson } from './parse-json.ts';

/** Lines that go the careful way after one that the quick way could not read. */
const CAREFUL_LINES = 64;
/** Marks are told apart by one character. */
const MAX_MARKS = 26;
/** A line nested too deeply has at least so many bytes. */
const DEEP_LINE_BYTES = 2 * MAX_JSON_DEPTH;
const SPACE = 0x20;

/**
 * Reads JSON lines out of bytes, exact to the last digit, near the speed of `JSON.parse` (docs/formats/json.md §1.3).
 *
 * The quick way: digits of long integers are overwritten in the buffer by marks, strings that begin with a random word,
 * the line is given to `JSON.parse`, and the marks in its value become bigints. What that cannot read (`NaN`, text
 * inside strings that looks like an integer, deep nesting, `-0`) goes the way of {@link parseJson}.
 */
export class ExactLineParser {
  readonly #bigIntField: string | undefined;
  readonly #word = randomWord();
  readonly #wordBytes = Buffer.from(this.#word, 'latin1');
  readonly #runs = new DigitRuns();
  readonly #integers: bigint[] = [];
  readonly #marks = new MarkReplacer(this.#word, (rest) => narrowed(this.#integers[rest.charCodeAt(0) - 97]!));
  #saved: Uint8Array = new Uint8Array(64);
  /** The bytes up to the end of the last line. */
  #bytes: Buffer = Buffer.alloc(0);
  #isAscii = true;
  #isUtf8 = true;
  /** Place of the next `-0`, at or after the line in hand. */
  #minusZero = 0;
  #carefulLines = 0;

  /**
   * @param options.bigIntField this field of a line that is an object is a bigint whenever it is an integer, as times in
   *   nanoseconds are; the value of every other integer decides
   */
  constructor(options: { readonly bigIntField?: string | undefined } = {}) {
    this.#bigIntField = options.bigIntField;
  }

  /**
   * Takes the bytes that the next lines stand in; call it again whenever the buffer's content has changed.
   *
   * @param start where the first line starts
   * @param end where the last line ends
   */
  use(bytes: Buffer, start: number, end: number): void {
    const lines = bytes.subarray(start, end);
    this.#bytes = bytes.subarray(0, end);
    this.#isAscii = isAscii(lines);
    this.#isUtf8 = this.#isAscii || isUtf8(lines);
    this.#minusZero = start - 1;
  }

  /**
   * The value of one line, lines in ascending order. The bytes are overwritten while it runs and restored.
   *
   * @throws InvalidRecordError `json_syntax`, `json_too_deep`, `integer_too_long`, `not_utf8`
   */
  parse(start: number, end: number): JsonValue {
    if (!this.#isUtf8 && !isUtf8(this.#bytes.subarray(start, end))) {
      throw new InvalidRecordError('not_utf8', 'the line is not UTF-8');
    }
    if (this.#carefulLines > 0) {
      this.#carefulLines--;
    } else {
      const value = this.#parseQuickly(start, end);
      if (value !== undefined) return value;
      this.#carefulLines = CAREFUL_LINES;
    }
    return this.#withBigInt(parseJson(this.#text(start, end)));
  }

  /** Undefined when this way cannot tell the value. */
  #parseQuickly(start: number, end: number): JsonValue | undefined {
    if (this.#hasMinusZero(start, end)) return undefined;
    if (end - start > DEEP_LINE_BYTES && mayBeTooDeep(this.#bytes, start, end)) return undefined;
    const runs = this.#runs;
    runs.find(this.#bytes, start, end);
    if (runs.count === 0) return this.#withBigInt(this.#jsonParse(start, end));
    if (!this.#putMarks()) return undefined;
    const value = this.#jsonParse(start, end);
    this.#takeMarksBack();
    if (value === undefined) return undefined;
    const field = this.#bigIntField;
    if (field !== undefined && isJsonObject(value)) {
      const member = value[field];
      if (typeof member === 'string' && member.startsWith(this.#word)) {
        setMember(value, field, this.#integers[member.charCodeAt(this.#word.length) - 97]!);
        return runs.count === 1 ? value : this.#marks.replaceIn(value, runs.count - 1);
      }
    }
    return this.#withBigInt(this.#marks.replaceIn(value, runs.count));
  }

  #jsonParse(start: number, end: number): JsonValue | undefined {
    try {
      return JSON.parse(this.#text(start, end));
    } catch {
      return undefined;
    }
  }

  #text(start: number, end: number): string {
    return this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', start, end);
  }

  #withBigInt<T extends JsonValue | undefined>(value: T): T {
    const field = this.#bigIntField;
    if (field !== undefined && isJsonObject(value)) {
      const member = value[field];
      if (typeof member === 'number' && Number.isSafeInteger(member)) setMember(value, field, BigInt(member));
    }
    return value;
  }

  /** True when `-0` without a fraction or an exponent stands in the line, in a string or not. */
  #hasMinusZero(start: number, end: number): boolean {
    while (this.#minusZero < end) {
      if (this.#minusZero >= start) {
        const next = this.#bytes[this.#minusZero + 2]!;
        const isToken = next === 0x2c || next === 0x7d || next === 0x5d || next === SPACE || next < 0x0e;
        if (isToken || this.#minusZero + 2 >= end) return true;
      }
      const found = this.#bytes.indexOf('-0', Math.max(start, this.#minusZero + 1), 'latin1');
      this.#minusZero = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return false;
  }

  /** False when there are too many or one is too long. */
  #putMarks(): boolean {
    const { count, starts, ends } = this.#runs;
    if (count > MAX_MARKS) return false;
    let saved = 0;
    for (let i = 0; i < count; i++) {
      if (ends[i]! - starts[i]! > MAX_INTEGER_DIGITS) return false;
      saved += ends[i]! - starts[i]!;
    }
    if (saved > this.#saved.length) this.#saved = new Uint8Array(2 * saved);
    const bytes = this.#bytes;
    const word = this.#wordBytes;
    saved = 0;
    for (let i = 0; i < count; i++) {
      const start = starts[i]!;
      const end = ends[i]!;
      this.#integers[i] = digitsToBigInt(bytes, start, end);
      for (let at = start; at < end; at++) this.#saved[saved++] = bytes[at]!;
      bytes[start] = 0x22;
      for (let at = 0; at < word.length; at++) bytes[start + 1 + at] = word[at]!;
      bytes[start + 1 + word.length] = 97 + i;
      bytes[start + 2 + word.length] = 0x22;
      for (let at = start + 3 + word.length; at < end; at++) bytes[at] = SPACE;
    }
    return true;
  }

  #takeMarksBack(): void {
    const { count, starts, ends } = this.#runs;
    let saved = 0;
    for (let i = 0; i < count; i++) {
      for (let at = starts[i]!; at < ends[i]!; at++) this.#bytes[at] = this.#saved[saved++]!;
    }
  }
}

/** Sets a member of an object that the parser has just made and nobody else holds yet. */
function setMember(object: JsonObject, key: string, value: bigint): void {
  (object as { [key: string]: JsonValue })[key] = value;
}

/** An integer as values hold it: a number while it is safe. */
function narrowed(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** True when a line has so many brackets and braces that it could be nested too deeply. */
function mayBeTooDeep(bytes: Uint8Array, start: number, end: number): boolean {
  let openers = 0;
  for (let at = start; at < end; at++) if ((bytes[at]! | 0x20) === 0x7b) openers++;
  return openers > MAX_JSON_DEPTH;
}
