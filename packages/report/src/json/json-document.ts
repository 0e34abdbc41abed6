export interface RenderJsonOptions {
  /** Quotes the integers of every key that ends in `_ns`, for readers that would round them (default false). */
  readonly nanosecondsAsText?: boolean | undefined;
}

/** Characters that JSON allows raw but that a terminal would obey, hide or reorder; see `terminalSafe`. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const BLOCK_LENGTH = 1 << 16;

/**
 * A value as an indented JSON text that ends in a line feed, in pieces that can be written one after the other, so that
 * no string limit applies.
 *
 * Integers keep every digit (a bigint is written bare), non-finite numbers become null, absent (`undefined`) properties
 * are left out, maps become objects and typed arrays lists, keys keep their order, arrays of plain values stay on one
 * line. Control and invisible characters are escaped, so the text is safe on a terminal and still the same data.
 */
export function renderJsonDocument(value: unknown, options: RenderJsonOptions = {}): string[] {
  const writer = new JsonWriter(options.nanosecondsAsText ?? false);
  writer.write(value, '', '\n');
  return writer.finish();
}

class JsonWriter {
  readonly #blocks: string[] = [];
  readonly #quoteNanoseconds: boolean;
  #block = '';

  constructor(quoteNanoseconds: boolean) {
    this.#quoteNanoseconds = quoteNanoseconds;
  }

  write(value: unknown, key: string, newLine: string): void {
    if (typeof value !== 'object' || value === null) this.#put(this.#scalar(value, key));
    else if (value instanceof Map) this.#object(value, newLine);
    else if (isListLike(value)) this.#list(value, key, newLine);
    else this.#object(Object.entries(value), newLine);
  }

  finish(): string[] {
    this.#blocks.push(`${this.#block}\n`);
    return this.#blocks;
  }

  #object(entries: Iterable<readonly [unknown, unknown]>, newLine: string): void {
    const inner = `${newLine}  `;
    let separator = '{';
    for (const [key, value] of entries) {
      if (value === undefined) continue;
      const name = String(key);
      this.#put(`${separator}${inner}${quoted(name)}: `);
      this.write(value, name, inner);
      separator = ',';
    }
    this.#put(separator === '{' ? '{}' : `${newLine}}`);
  }

  #list(list: ListLike, key: string, newLine: string): void {
    const plain = !Array.isArray(list) || list.every((element) => typeof element !== 'object' || element === null);
    const inner = plain ? '' : `${newLine}  `;
    let separator = '[';
    for (const element of list) {
      this.#put(separator + inner);
      this.write(element, key, inner);
      separator = plain ? ', ' : ',';
    }
    this.#put(separator === '[' ? '[]' : `${plain ? '' : newLine}]`);
  }

  #scalar(value: unknown, key: string): string {
    if (typeof value === 'string') return quoted(value);
    if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
      return this.#quoteNanoseconds && key.endsWith('_ns') ? `"${value}"` : `${value}`;
    }
    return typeof value === 'boolean' ? `${value}` : 'null';
  }

  #put(text: string): void {
    this.#block += text;
    if (this.#block.length < BLOCK_LENGTH) return;
    this.#blocks.push(this.#block);
    this.#block = '';
  }
}

type ListLike = readonly unknown[] | BigInt64Array | Float64Array;

function isListLike(value: object): value is ListLike {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE_IN_JSON, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
