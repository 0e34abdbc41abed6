/** A small, fast generator of pseudo-random numbers (sfc32): the same seed gives the same numbers on every machine. */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Streams of one seed are independent of each other: a rank's numbers do not depend on how many ranks there are. */
  constructor(seed: number, stream = 0) {
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = 0x9e3779b9;
    for (let i = 0; i < 15; i++) this.#next32();
  }

  /** A number in [0, 1) with 32 random bits. */
  fraction(): number {
    return this.#next32() / 2 ** 32;
  }

  /** An integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** About normally distributed around 0 with deviation 1 (sum of three uniform numbers, so never beyond ±3). */
  bell(): number {
    return (this.fraction() + this.fraction() + this.fraction() - 1.5) * 2;
  }

  #next32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }
}
