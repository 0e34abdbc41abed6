/** A JavaScript map holds no more than 2²⁴ entries. */
const SHARD_LIMIT = 2 ** 23;

/** Numbers by text, of any quantity. */
export class TextTable {
  readonly #shards: Map<string, number>[] = [new Map()];

  get(text: string): number | undefined {
    for (const shard of this.#shards) {
      const found = shard.get(text);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Adds a text that the table does not hold. */
  add(text: string, value: number): void {
    let shard = this.#shards[this.#shards.length - 1]!;
    if (shard.size >= SHARD_LIMIT) {
      shard = new Map();
      this.#shards.push(shard);
    }
    shard.set(text, value);
  }
}

/** Tables of texts within scopes, such as ids by their producer. */
export class ScopedTable {
  readonly #tables = new Map<string, TextTable>();
  #lastScope = '';
  #last: TextTable | null = null;

  /** The table of one scope. */
  of(scope: string): TextTable {
    if (this.#last !== null && this.#lastScope === scope) return this.#last;
    let table = this.#tables.get(scope);
    if (table === undefined) {
      table = new TextTable();
      this.#tables.set(scope, table);
    }
    this.#lastScope = scope;
    this.#last = table;
    return table;
  }
}
