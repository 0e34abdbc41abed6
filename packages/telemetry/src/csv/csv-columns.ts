import { describeValue, InvalidRecordError, type JsonObject, type JsonValue } from '@stormlog/records';
import { type CsvProfile, type MetadataUnreadable, normalizeCsvCell, setCell } from './csv-cells.ts';

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
]);
const TIME_COLUMNS = ['timestamp_ns', 'timestamp'] as const;
const LISTED_COLUMNS = 8;

/** Why no row under a header can be telemetry. */
export interface HeaderFault {
  readonly reason: string;
  readonly hint: string | undefined;
}

/** The columns that a header names, and how rows become records by them (docs/formats/csv.md §3). */
export class CsvColumns {
  /**
   * What is wrong with the header itself, when rows cannot be telemetry for want of a column with the time; null when
   * there is one.
   */
  readonly fault: HeaderFault | null;
  readonly #header: readonly string[];
  /** Each name once, in order of first appearance, with the place of its last column. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #profile: CsvProfile;

  constructor(header: readonly string[], profile: CsvProfile) {
    this.#header = header;
    this.#places = new Map(header.map((name, index) => [name, index]));
    this.#profile = profile;
    const isTimed = TIME_COLUMNS.some((name) => this.#places.has(name));
    this.fault = isTimed ? null : this.#headerFault();
  }

  /**
   * The record of a row.
   *
   * @throws InvalidRecordError naming the column
   */
  record(row: readonly string[], onMetadataUnreadable: MetadataUnreadable): JsonObject {
    if (row.length > this.#header.length && this.#places.has('schema_version')) {
      throw new InvalidRecordError(
        'field_unknown',
        `the row has ${row.length} cells, the header ${this.#header.length} columns`,
      );
    }
    const record: { [key: string]: JsonValue } = {};
    for (const [name, place] of this.#places) {
      setCell(record, name, normalizeCsvCell(name, row[place] ?? null, this.#profile, onMetadataUnreadable));
    }
    return record;
  }

  #describe(): string {
    const { length } = this.#header;
    if (length === 0) return 'the header line is empty';
    const listed = this.#header.slice(0, LISTED_COLUMNS).map(describeValue).join(', ');
    const more = length > LISTED_COLUMNS ? `, and ${length - LISTED_COLUMNS} more` : '';
    return `the header has ${length === 1 ? 'the single column' : 'the columns'} ${listed}${more}`;
  }

  #headerFault(): HeaderFault {
    const reason = `no column is named ${TIME_COLUMNS.join(' or ')}; ${this.#describe()}`;
    const joined = this.#header.join(',');
    for (const [separator, name] of SEPARATORS) {
      if (joined.split(separator).length <= this.#header.length) continue;
      const hint = 'write it with commas as separators and points in decimal numbers';
      return { reason: `${reason}, and seems to be separated by ${name}, not by commas`, hint };
    }
    const close = this.#header.find((name) => TIME_COLUMNS.some((column) => column === name.trim().toLowerCase()));
    const hint = close === undefined ? undefined : `spell ${describeValue(close)} without spaces and in lower case`;
    return { reason, hint };
  }
}
