import { ArtifactError, type JsonValue, StormlogError } from '@stormlog/records';

/** A row of a query by column; blobs are bytes. */
export type SqliteRow = { readonly [column: string]: JsonValue | Uint8Array };

/** What is needed of an open database. */
export interface SqliteDatabase {
  /** The rows of a query, one at a time. */
  rows(sql: string): Iterable<SqliteRow>;
  close(): void;
}

interface LibraryDatabase {
  prepare(sql: string): { iterate(): Iterable<SqliteRow>; finalize(): void };
  close(): void;
}

interface Library {
  readonly Database: new (
    path: string,
    options: { readonly readOnly: boolean; readonly fileMustExist: boolean },
  ) => LibraryDatabase;
}

const LIBRARY: string = 'node-sqlite3-wasm';

/**
 * Opens a database for reading, with the optional library `node-sqlite3-wasm`.
 *
 * @throws StormlogError `sqlite_library_missing`
 * @throws ArtifactError `trace_invalid` when it cannot be opened
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const library = await loadLibrary();
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof StormlogError) throw cause;
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new ArtifactError('trace_invalid', `SQLite refuses the file: ${what}`, { path, stage: 'read', cause });
    }
  };
  const database = guarded(() => new library.Database(path, { readOnly: true, fileMustExist: true }));
  return {
    *rows(sql) {
      const statement = guarded(() => database.prepare(sql));
      try {
        const iterator = guarded(() => statement.iterate()[Symbol.iterator]());
        for (;;) {
          const next = guarded(() => iterator.next());
          if (next.done === true) return;
          yield next.value;
        }
      } finally {
        statement.finalize();
      }
    },
    close: () => database.close(),
  };
}

async function loadLibrary(): Promise<Library> {
  try {
    const loaded: { readonly default: Library } = await import(LIBRARY);
    return loaded.default;
  } catch (cause) {
    throw new StormlogError(
      'sqlite_library_missing',
      `reading an Nsight Systems export needs the package ${LIBRARY}: npm install ${LIBRARY}`,
      { cause },
    );
  }
}
