import { randomBytes } from 'node:crypto';

const SQUEEZE = 0xff;

/**
 * 128 bits that stand for a sequence of texts. Keyed at random, so that nobody can provide two sequences that share
 * theirs: HalfSipHash-1-3 over UTF-16 units, of which all four words of the state are kept.
 */
export class IdentityHash {
  #v0 = 0;
  #v1 = 0;
  #v2 = 0;
  #v3 = 0;
  readonly #keyLow: number;
  readonly #keyHigh: number;

  constructor() {
    const key = randomBytes(8);
    this.#keyLow = key.readInt32LE(0);
    this.#keyHigh = key.readInt32LE(4);
  }

  /** Starts a new sequence; `kind` keeps sequences of different meaning apart. */
  start(kind: number): this {
    this.#v0 = this.#keyLow;
    this.#v1 = this.#keyHigh;
    this.#v2 = 0x6c796765 ^ this.#keyLow;
    this.#v3 = 0x74656462 ^ this.#keyHigh;
    this.#absorb(kind);
    return this;
  }

  /** Takes in a text, or null, which no text equals. */
  add(text: string | null): this {
    if (text === null) {
      this.#absorb(-1);
      return this;
    }
    const length = text.length;
    this.#absorb(length);
    let v0 = this.#v0;
    let v1 = this.#v1;
    let v2 = this.#v2;
    let v3 = this.#v3;
    for (let i = 0; i < length; i += 2) {
      const word = text.charCodeAt(i) | (i + 1 < length ? text.charCodeAt(i + 1) << 16 : 0);
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
    return this;
  }

  /** Writes the four words of the sequence; another one must be started after that. */
  write(words: Int32Array, at: number): void {
    this.#v2 ^= SQUEEZE;
    for (let round = 0; round < 3; round++) this.#round();
    words[at] = this.#v0;
    words[at + 1] = this.#v1;
    words[at + 2] = this.#v2;
    words[at + 3] = this.#v3;
  }

  #absorb(word: number): void {
    this.#v3 ^= word;
    this.#round();
    this.#v0 ^= word;
  }

  #round(): void {
    this.#v0 = (this.#v0 + this.#v1) | 0;
    this.#v1 = ((this.#v1 << 5) | (this.#v1 >>> 27)) ^ this.#v0;
    this.#v0 = (this.#v0 << 16) | (this.#v0 >>> 16);
    this.#v2 = (this.#v2 + this.#v3) | 0;
    this.#v3 = ((this.#v3 << 8) | (this.#v3 >>> 24)) ^ this.#v2;
    this.#v0 = (this.#v0 + this.#v3) | 0;
    this.#v3 = ((this.#v3 << 7) | (this.#v3 >>> 25)) ^ this.#v0;
    this.#v2 = (this.#v2 + this.#v1) | 0;
    this.#v1 = ((this.#v1 << 13) | (this.#v1 >>> 19)) ^ this.#v2;
    this.#v2 = (this.#v2 << 16) | (this.#v2 >>> 16);
  }
}
