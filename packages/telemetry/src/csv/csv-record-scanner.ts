/** A row that cannot be taken apart without guessing. */
export interface CsvFault {
  /**
   * `quote_unclosed`: a quote is open at the end of the file. `quote_misplaced`: text follows a closing quote.
   * `too_long`: a field is longer than any that is read.
   */
  readonly kind: 'quote_unclosed' | 'quote_misplaced' | 'too_long';
  /** 1 for the first cell of the row. */
  readonly column: number;
  /** Physical lines that the row covers, and that are lost with it. */
  readonly lines: number;
}

/** A run of whole, well-formed rows as text, or one faulty row. */
export type CsvSpan = string | CsvFault;

/** Code points of the longest field, as Python's reader allows. */
export const MAX_FIELD_CHARACTERS = 131_072;

// A code point takes up to two units, a doubled quote twice as many, and the quotes around the field two more.
const MAX_RAW_FIELD = MAX_FIELD_CHARACTERS * 4 + 2;
const MAX_RAW_RECORD = 16 * 1024 * 1024;

const QUOTE = 34;
const COMMA = 44;
const LF = 10;
const CR = 13;

type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Finds where rows end, and which rows are quoted wrongly, in text that comes in pieces (docs/formats/csv.md §2).
 *
 * Only the row that is still open is kept, and of a field beyond the limit nothing is, so that a quote never closed
 * does not collect the rest of a file.
 */
export class CsvRecordScanner {
  #buffer = '';
  #at = 0;
  #spanStart = 0;
  #recordStart = 0;
  #fieldStart = 0;
  #state: State = 'start';
  #column = 1;
  #lines = 1;
  #fault: 'quote_misplaced' | 'too_long' | null = null;
  #faultColumn = 0;
  #isDiscarding = false;
  #isAfterReturn = false;

  /** The rows that end in this piece, in order. */
  push(piece: string): CsvSpan[] {
    this.#buffer += piece;
    const spans = this.#scan();
    const rows = this.#buffer.slice(this.#spanStart, this.#recordStart);
    if (rows !== '') spans.push(rows);
    this.#keepOpenRecord();
    return spans;
  }

  /** The row that the end of the file ends, when there is one. */
  end(): CsvSpan[] {
    const spans: CsvSpan[] = [];
    const isFaulty = this.#fault !== null || this.#state === 'quoted';
    if (isFaulty) this.#endRecord(spans, this.#buffer.length);
    else if (this.#buffer !== '') spans.push(this.#buffer);
    this.#buffer = '';
    return spans;
  }

  #scan(): CsvSpan[] {
    const spans: CsvSpan[] = [];
    const text = this.#buffer;
    let at = this.#at;
    for (; at < text.length; at++) {
      if (this.#state === 'quoted') {
        at = this.#skipQuoted(text, at);
        if (at === text.length) break;
        this.#state = 'closed';
        continue;
      }
      at = this.#state === 'plain' ? skipPlain(text, at) : at;
      if (at === text.length) break;
      const unit = text.charCodeAt(at);
      if (unit === COMMA) {
        this.#checkFieldLength(at);
        this.#fieldStart = at + 1;
        this.#column++;
        this.#state = 'start';
      } else if (unit === LF || unit === CR) {
        this.#checkFieldLength(at);
        if (unit === CR && text.charCodeAt(at + 1) === LF) at++;
        this.#endRecord(spans, at + 1);
      } else if (unit !== QUOTE) {
        if (this.#state === 'closed') this.#setFault('quote_misplaced');
        this.#state = 'plain';
      } else if (this.#state !== 'plain') {
        this.#state = 'quoted';
        this.#isAfterReturn = false;
      }
    }
    this.#at = at;
    return spans;
  }

  /** Where the next quote stands, or the text's length; counts the line ends on the way. */
  #skipQuoted(text: string, from: number): number {
    let isAfterReturn = this.#isAfterReturn;
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === CR || (unit === LF && !isAfterReturn)) this.#lines++;
      isAfterReturn = unit === CR;
    }
    this.#isAfterReturn = isAfterReturn;
    return at;
  }

  #endRecord(spans: CsvSpan[], end: number): void {
    const isOpen = this.#state === 'quoted';
    if (isOpen || this.#fault !== null) {
      const rows = this.#buffer.slice(this.#spanStart, this.#recordStart);
      if (rows !== '') spans.push(rows);
      spans.push({
        kind: isOpen ? 'quote_unclosed' : this.#fault!,
        column: isOpen ? this.#column : this.#faultColumn,
        lines: this.#lines,
      });
      this.#spanStart = end;
    }
    this.#recordStart = end;
    this.#fieldStart = end;
    this.#state = 'start';
    this.#column = 1;
    this.#lines = 1;
    this.#fault = null;
    this.#isDiscarding = false;
  }

  /** Forgets what has been handed out, and the text of a row that is too long anyway. */
  #keepOpenRecord(): void {
    this.#checkFieldLength(this.#at);
    if (this.#at - this.#recordStart > MAX_RAW_RECORD) this.#setFault('too_long');
    if (this.#fault === 'too_long') this.#isDiscarding = true;
    const keepFrom = this.#isDiscarding ? this.#buffer.length : this.#recordStart;
    this.#buffer = this.#buffer.slice(keepFrom);
    this.#at -= keepFrom;
    this.#fieldStart -= keepFrom;
    this.#recordStart = 0;
    this.#spanStart = 0;
  }

  #checkFieldLength(at: number): void {
    if (at - this.#fieldStart > MAX_RAW_FIELD) this.#setFault('too_long');
  }

  #setFault(kind: 'quote_misplaced' | 'too_long'): void {
    if (this.#fault !== null) return;
    this.#fault = kind;
    this.#faultColumn = this.#column;
  }
}

/** Where the next comma or line end stands, or the text's length. */
function skipPlain(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === COMMA || unit === LF || unit === CR) break;
  }
  return at;
}
