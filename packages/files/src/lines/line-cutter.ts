const LF = 10;
const CR = 13;

/** Lines cut out of one chunk, as ranges of a buffer that is used again for the next chunk. */
export interface CutLines {
  readonly buffer: Buffer;
  /** Where each line's content starts and ends in the buffer, the line end left out. */
  readonly starts: number[];
  readonly ends: number[];
  /** Each line's number. */
  readonly lines: number[];
  /** Offset in the source of the buffer's first byte. */
  readonly base: number;
  /** Lines that were too long to be kept. */
  readonly overlong: OverlongLine[];
  /** False when the last line reached the end of the source without a line end. */
  terminated: boolean;
}

/** A line beyond the limit: its content was passed over. */
export interface OverlongLine {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly terminated: boolean;
}

/** Cuts a stream of bytes into lines that end at LF, CR LF or a CR alone; work is linear in the bytes, whatever the chunks. */
export class LineCutter {
  readonly #maxLineBytes: number;
  #buffer = Buffer.alloc(0);
  /** Start of the line that is not complete yet, and end of the bytes held. */
  #start = 0;
  #end = 0;
  /** No line end lies before this place. */
  #scanned = 0;
  #base: number;
  #nextLine: number;
  /** Bytes already dropped of a line that is too long; null outside such a line. */
  #dropped: number | null = null;

  constructor(options: { readonly maxLineBytes: number; readonly fromOffset: number; readonly firstLine: number }) {
    this.#maxLineBytes = options.maxLineBytes;
    this.#base = options.fromOffset;
    this.#nextLine = options.firstLine;
  }

  /** Number of the line that is not complete yet. */
  get nextLine(): number {
    return this.#nextLine;
  }

  /** Offset in the source of the first byte of the line that is not complete yet. */
  get unfinishedFrom(): number {
    return this.#base + this.#start - (this.#dropped ?? 0);
  }

  /** The lines that the next chunk completes. */
  push(chunk: Uint8Array): CutLines {
    this.#append(chunk);
    const cut = this.#emptyCut();
    this.#cutLines(cut, false);
    if (this.#end - this.#start > this.#maxLineBytes + 1 || this.#dropped !== null) this.#dropUnfinished();
    return cut;
  }

  /** The last line, when the source does not end with a line end. */
  finish(): CutLines {
    const cut = this.#emptyCut();
    this.#cutLines(cut, true);
    if (this.#end > this.#start || this.#dropped !== null) {
      this.#takeLine(cut, this.#end, this.#end, false);
      cut.terminated = false;
    }
    return cut;
  }

  #emptyCut(): CutLines {
    return { buffer: this.#buffer, starts: [], ends: [], lines: [], base: this.#base, overlong: [], terminated: true };
  }

  #append(chunk: Uint8Array): void {
    const held = this.#end - this.#start;
    if (held + chunk.length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(2 * held, held + chunk.length));
      grown.set(this.#buffer.subarray(this.#start, this.#end));
      this.#buffer = grown;
    } else if (held > 0 && this.#start > 0) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
    }
    this.#buffer.set(chunk, held);
    this.#base += this.#start;
    this.#scanned -= this.#start;
    this.#start = 0;
    this.#end = held + chunk.length;
  }

  #cutLines(cut: CutLines, isLast: boolean): void {
    const bytes = this.#buffer.subarray(0, this.#end);
    const indexOf = (byte: number, from: number): number => {
      const found = bytes.indexOf(byte, from);
      return found < 0 ? this.#end : found;
    };
    let lf = indexOf(LF, this.#scanned);
    let cr = indexOf(CR, this.#scanned);
    for (;;) {
      const lineEnd = Math.min(lf, cr);
      if (lineEnd === this.#end || (lineEnd === cr && cr === this.#end - 1 && !isLast)) {
        this.#scanned = lineEnd;
        return;
      }
      const next = lineEnd === cr && lf === cr + 1 ? cr + 2 : lineEnd + 1;
      this.#takeLine(cut, lineEnd, next, true);
      if (lf < next) lf = indexOf(LF, next);
      if (cr < next) cr = indexOf(CR, next);
    }
  }

  #takeLine(cut: CutLines, contentEnd: number, next: number, terminated: boolean): void {
    const line = this.#nextLine++;
    const bytes = contentEnd - this.#start + (this.#dropped ?? 0);
    if (bytes > this.#maxLineBytes) {
      const offset = this.#base + this.#start - (this.#dropped ?? 0);
      cut.overlong.push({ line, offset, bytes, terminated });
    } else {
      cut.starts.push(this.#start);
      cut.ends.push(contentEnd);
      cut.lines.push(line);
    }
    this.#dropped = null;
    this.#start = next;
  }

  /** Forgets what is held of a line that is too long, but for a CR at its end, whose meaning depends on what follows. */
  #dropUnfinished(): void {
    const keep = this.#end > this.#start && this.#buffer[this.#end - 1] === CR ? 1 : 0;
    this.#dropped = (this.#dropped ?? 0) + this.#end - keep - this.#start;
    this.#start = this.#end - keep;
    this.#scanned = this.#start;
  }
}
