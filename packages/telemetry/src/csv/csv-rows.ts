import { type FileSource, type ReadOptions, readTextChunks } from '@stormlog/files';
import type { parse as parseCsv } from 'csv-parse/sync';
import { CsvRecordScanner, type CsvSpan, MAX_FIELD_CHARACTERS } from './csv-record-scanner.ts';

/** The cells of one row, or why they are not known. */
export type CsvRow = readonly string[] | CsvRowFault;

/** A row that gave no cells. */
export interface CsvRowFault {
  readonly kind: 'quote_unclosed' | 'quote_misplaced' | 'too_long';
  /** 1 for the first cell. */
  readonly column: number;
  /** Physical lines that are lost with the row. */
  readonly lines: number;
}

/** True for a row that gave no cells. */
export function isRowFault(row: CsvRow): row is CsvRowFault {
  return !Array.isArray(row);
}

/**
 * The rows of a CSV file in order, a batch a chunk, the header first; lines without any character are no rows, except
 * that an empty first line is a header without columns (docs/formats/csv.md §2).
 *
 * @throws InvalidRecordError `not_utf8`
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged`
 */
export async function* readCsvRows(
  source: FileSource,
  options: ReadOptions = {},
): AsyncGenerator<CsvRow[], void, undefined> {
  // Loaded with the first CSV file: most processes never read one.
  const { parse } = await import('csv-parse/sync');
  const rowsOf = (span: CsvSpan): CsvRow[] => rowsOfSpan(span, parse);
  const scanner = new CsvRecordScanner();
  let isStart = true;
  for await (const text of readTextChunks(source, options)) {
    const rows = scanner.push(text).flatMap(rowsOf);
    if (isStart && /^[\r\n]/.test(text)) rows.unshift([]);
    isStart = false;
    yield rows;
  }
  yield scanner.end().flatMap(rowsOf);
}

function rowsOfSpan(span: CsvSpan, parse: typeof parseCsv): CsvRow[] {
  if (typeof span !== 'string') return [span];
  const rows: string[][] = parse(span, {
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: false,
  });
  return rows.map((row) => {
    const long = row.findIndex(isTooLong);
    return long < 0 ? row : { kind: 'too_long', column: long + 1, lines: 1 };
  });
}

function isTooLong(field: string): boolean {
  if (field.length <= MAX_FIELD_CHARACTERS) return false;
  let characters = 0;
  for (const _character of field) characters++;
  return characters > MAX_FIELD_CHARACTERS;
}
