import { stringifyJson } from '@stormlog/records';

const CANONICAL = { sortKeys: true, ascii: true, spaced: true } as const;
const FIRST_SIZE = 4096;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** JSON text as bytes, put together without strings in between. The text of a value is that of `stringifyJson`, canonical. */
export class LineBytes {
  /** Filled up to {@link length}. */
  bytes = new Uint8Array(FIRST_SIZE);
  length = 0;

  /** Starts anew. */
  clear(): void {
    this.length = 0;
  }

  /** Adds bytes as they are. */
  part(part: Uint8Array): void {
    this.#reserve(part.length);
    const { bytes } = this;
    let at = this.length;
    // For a few dozen bytes a loop is faster than a call of `set`.
    for (let i = 0; i < part.length; i++) bytes[at++] = part[i]!;
    this.length = at;
  }

  /** Adds ASCII text as it is. */
  ascii(text: string): void {
    this.#reserve(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }

  /**
   * Adds the canonical text of a value.
   *
   * @throws ArgumentError, InvalidRecordError for what JSON cannot hold
   */
  value(value: unknown): void {
    if (value === null) this.ascii('null');
    else if (typeof value === 'string') this.#quoted(value);
    else if (typeof value === 'bigint') this.ascii(value.toString());
    else if (typeof value === 'number' && value > 0 && Number.isSafeInteger(value)) this.ascii(`${value}`);
    else if (typeof value === 'object') this.#object(value);
    else this.ascii(stringifyJson(value, CANONICAL));
  }

  #object(value: object): void {
    let keys = 0;
    for (const _ in value) if (++keys > 2) break;
    if (keys === 0 && !Array.isArray(value)) {
      this.ascii('{}');
      return;
    }
    if (keys === 2 && 'id' in value && 'producer_id' in value) {
      const { id, producer_id: producer } = value;
      if (typeof id === 'string' && typeof producer === 'string') {
        this.ascii('{"id": ');
        this.#quoted(id);
        this.ascii(', "producer_id": ');
        this.#quoted(producer);
        this.ascii('}');
        return;
      }
    }
    this.ascii(stringifyJson(value, CANONICAL));
  }

  #quoted(text: string): void {
    this.#reserve(text.length + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) {
        this.ascii(stringifyJson(text, CANONICAL));
        return;
      }
      bytes[at++] = unit;
    }
    bytes[at++] = QUOTE;
    this.length = at;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
