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
type RowFaultKind = 'quote_misplaced' | 'too_long';

/** Where the row that is being scanned began: in a piece before this one. */
const EARLIER = -1;

/**
 * Finds where rows end, and which rows are quoted wrongly, in text that comes in pieces (docs/formats/csv.md §2).
 *
 * Each piece is scanned once. Only the text of the row that is still open is kept, and of a field beyond the limit nothing
 * is, so that a quote never closed does not collect the rest of a file.
 */
export class CsvRecordScanner {
  /** Text of the open row from the pieces before. */
  #held: string[] = [];
  #heldLength = 0;
  #heldFieldLength = 0;
  #state: State = 'start';
  #column = 1;
  #lines = 1;
  /** Whether the open cell ends in a line end, as far as it has been read. */
  #endsWithLine = false;
  #isAfterReturn = false;
  #fault: RowFaultKind | null = null;
  #faultColumn = 0;
  /** Rows that ended in this piece and have not been handed out: what of them came before it, and where they start. */
  #runPrefix = '';
  #runStart = 0;
  #recordStart = EARLIER;
  #fieldStart = 0;

  /** The rows that end in this piece, in order. */
  push(piece: string): CsvSpan[] {
    const spans: CsvSpan[] = [];
    this.#scan(piece, spans);
    this.#endRun(piece, spans);
    this.#keepOpenRecord(piece);
    return spans;
  }

  /** The row that the end of the file ends, when there is one. */
  end(): CsvSpan[] {
    if (this.#fault !== null || this.#state === 'quoted') return [this.#takeFault()];
    const rest = this.#held.join('');
    this.#held = [];
    return rest === '' ? [] : [rest];
  }

  #scan(piece: string, spans: CsvSpan[]): void {
    for (let at = 0; at < piece.length; at++) {
      if (this.#state === 'quoted') {
        at = this.#skipQuoted(piece, at);
        if (at === piece.length) break;
        this.#state = 'closed';
        continue;
      }
      at = this.#state === 'plain' ? skipPlain(piece, at) : at;
      if (at === piece.length) break;
      const unit = piece.charCodeAt(at);
      if (unit === COMMA) {
        this.#endField(at);
        this.#column++;
      } else if (unit === LF || unit === CR) {
        this.#endField(at);
        if (unit === CR && piece.charCodeAt(at + 1) === LF) at++;
        this.#endRecord(piece, at + 1, spans);
      } else if (unit !== QUOTE) {
        if (this.#state === 'closed') this.#setFault('quote_misplaced');
        this.#state = 'plain';
      } else if (this.#state !== 'plain') {
        this.#state = 'quoted';
        this.#isAfterReturn = false;
        this.#endsWithLine = false;
      }
    }
  }

  /** Where the next quote stands, or the piece's length; counts the line ends on the way. */
  #skipQuoted(piece: string, from: number): number {
    let isAfterReturn = this.#isAfterReturn;
    let at = from;
    for (; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === CR || (unit === LF && !isAfterReturn)) this.#lines++;
      isAfterReturn = unit === CR;
    }
    this.#isAfterReturn = isAfterReturn;
    if (at > from) this.#endsWithLine = piece.charCodeAt(at - 1) === LF || piece.charCodeAt(at - 1) === CR;
    return at;
  }

  #endField(at: number): void {
    this.#checkFieldLength(at);
    this.#heldFieldLength = 0;
    this.#fieldStart = at + 1;
    this.#state = 'start';
  }

  #endRecord(piece: string, end: number, spans: CsvSpan[]): void {
    if (this.#fault !== null) {
      this.#endRun(piece, spans);
      spans.push(this.#takeFault());
      this.#runStart = end;
    } else if (this.#recordStart === EARLIER) {
      this.#runPrefix = this.#held.join('');
    }
    this.#held = [];
    this.#heldLength = 0;
    this.#recordStart = end;
    this.#fieldStart = end;
    this.#column = 1;
    this.#lines = 1;
  }

  /** Hands out the rows before the open one. */
  #endRun(piece: string, spans: CsvSpan[]): void {
    const rows = this.#runPrefix + piece.slice(this.#runStart, Math.max(this.#recordStart, this.#runStart));
    if (rows !== '') spans.push(rows);
    this.#runPrefix = '';
  }

  #takeFault(): CsvFault {
    const isOpen = this.#state === 'quoted';
    const fault: CsvFault = {
      kind: isOpen || this.#fault === null ? 'quote_unclosed' : this.#fault,
      column: isOpen ? this.#column : this.#faultColumn,
      // No line begins after the line end that ends the file.
      lines: isOpen && this.#endsWithLine ? this.#lines - 1 : this.#lines,
    };
    this.#fault = null;
    return fault;
  }

  /** Keeps the text of the open row for the next piece, unless it is too long anyway. */
  #keepOpenRecord(piece: string): void {
    this.#checkFieldLength(piece.length);
    const rest = piece.slice(Math.max(this.#recordStart, 0));
    this.#heldFieldLength += piece.length - this.#fieldStart;
    this.#heldLength += rest.length;
    if (this.#heldLength > MAX_RAW_RECORD) this.#setFault('too_long');
    if (this.#fault === null) this.#held.push(rest);
    else this.#held = [];
    this.#runStart = 0;
    this.#recordStart = EARLIER;
    this.#fieldStart = 0;
  }

  #checkFieldLength(at: number): void {
    if (this.#heldFieldLength + at - this.#fieldStart > MAX_RAW_FIELD) this.#setFault('too_long');
  }

  #setFault(kind: RowFaultKind): void {
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
