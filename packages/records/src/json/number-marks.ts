import { randomBytes } from 'node:crypto';
import type { JsonValue } from './json-value.ts';

/** Length of the random word that begins every mark. */
const WORD_LENGTH = 13;

/**
 * Marks stand in a text for number tokens that `JSON.parse` would spoil, as strings that no text can hold by accident or
 * on purpose: they begin with a random word that is never shown.
 *
 * The word begins with a letter. Should a mark with its quotes be put inside a string, the string ends at the first quote
 * and a letter follows, which no JSON allows: a text that parses has its marks in value places only.
 */
export function randomWord(): string {
  let word = '';
  for (const byte of randomBytes(WORD_LENGTH)) word += String.fromCharCode(97 + (byte % 26));
  return word;
}

/** Replaces marks in a value by what they stand for, in place, and counts them down. */
export class MarkReplacer {
  /** What every mark begins with. */
  readonly word: string;
  readonly #lastUnit: number;
  readonly #resolve: (rest: string) => number | bigint;
  #left = 0;

  /** @param resolve what the text after the word stands for */
  constructor(word: string, resolve: (rest: string) => number | bigint) {
    this.word = word;
    this.#lastUnit = word.charCodeAt(WORD_LENGTH - 1);
    this.#resolve = resolve;
  }

  /** The value without its marks, of which there are at most `count` (a repeated key may have lost some). */
  replaceIn(value: JsonValue, count: number): JsonValue {
    this.#left = count;
    return this.#replaced(value);
  }

  #replaceMembers(container: object): void {
    if (Array.isArray(container)) {
      for (let i = 0; i < container.length && this.#left > 0; i++) container[i] = this.#replaced(container[i]);
      return;
    }
    // What JSON.parse made has own enumerable data properties only.
    const members = container as { [key: string]: JsonValue };
    for (const key in members) {
      const member = members[key]!;
      if (typeof member === 'string' ? this.#isMark(member) : typeof member === 'object' && member !== null) {
        const value = this.#replaced(member);
        if (value !== member) {
          if (key === '__proto__') define(members, key, value);
          else members[key] = value;
        }
        if (this.#left === 0) return;
      }
    }
  }

  #isMark(text: string): boolean {
    // One unit of the word tells nearly all other texts apart.
    return (
      text.length > WORD_LENGTH && text.charCodeAt(WORD_LENGTH - 1) === this.#lastUnit && text.startsWith(this.word)
    );
  }

  #replaced(member: JsonValue): JsonValue {
    if (typeof member === 'string' && this.#isMark(member)) {
      this.#left--;
      return this.#resolve(member.slice(WORD_LENGTH));
    }
    if (typeof member === 'object' && member !== null) this.#replaceMembers(member);
    return member;
  }
}

function define(object: object, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
