import { InvalidRecordError, type JsonValue } from '@stormlog/records';
import { type Id, integerOf } from '../values/trace-values.ts';
import type { SqliteDatabase, SqliteRow } from './sqlite-library.ts';

/** The tables of an export, whose columns differ between versions of Nsight Systems. */
export class NsysTables {
  readonly #database: SqliteDatabase;
  readonly #names = new Set<string>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
    for (const row of database.rows("select name from sqlite_master where type = 'table'")) {
      this.#names.add(String(row['name']));
    }
  }

  has(table: string): boolean {
    return this.#names.has(table);
  }

  count(table: string): number {
    if (!this.has(table)) return 0;
    for (const row of this.#database.rows(`select count(*) as n from [${table}]`)) return Number(row['n']);
    return 0;
  }

  /**
   * The rows of a table in stored order. Optional columns that it does not have are null.
   *
   * @throws ArtifactError `trace_invalid` when SQLite refuses: a required column may be missing
   */
  *rows(table: string, required: readonly string[], optional: readonly string[] = [], where = ''): Iterable<NsysRow> {
    const there = new Set<string>();
    if (optional.length > 0) {
      for (const row of this.#database.rows(`pragma table_info([${table}])`)) there.add(String(row['name']));
    }
    const columns = [...required, ...optional.filter((name) => there.has(name))].map((name) => `[${name}]`);
    for (const row of this.#database.rows(`select ${columns.join(', ')} from [${table}] ${where}`)) {
      yield new NsysRow(table, row);
    }
  }
}

/** A row of an export. */
export class NsysRow {
  readonly #table: string;
  readonly #row: SqliteRow;

  constructor(table: string, row: SqliteRow) {
    this.#table = table;
    this.#row = row;
  }

  /** Null also for a column that is not there. */
  value(column: string): JsonValue {
    const value = this.#row[column] ?? null;
    if (!(value instanceof Uint8Array)) return value;
    throw new InvalidRecordError('field_invalid', `${this.#table}.${column} must not be a blob`, {
      field: `${this.#table}.${column}`,
    });
  }

  /** @throws InvalidRecordError that names table and column */
  integer(column: string): Id {
    return integerOf(this.value(column), `${this.#table}.${column}`);
  }

  /** The same for a column that may be null. */
  integerOrNull(column: string): Id | null {
    return this.value(column) === null ? null : this.integer(column);
  }
}
