import { ExactLineParser, InvalidRecordError, isBlank, type JsonValue } from '@stormlog/records';
import { isByteOrderMark } from '../text/byte-order-mark.ts';
import { notUtf8 } from '../text/decode-utf8.ts';
import { otherEncoding } from '../text/other-encoding.ts';
import type { JsonLineBatch, JsonLineOptions, LineFault } from './json-line-batches.ts';
import { DEFAULT_MAX_LINE_BYTES, type LineBatch } from './line-batches.ts';

const OPENING_BRACE = 0x7b;

/** Turns the lines of one source into values and faults, batch by batch. */
export class JsonLineReader {
  readonly #path: string;
  readonly #parser: ExactLineParser;
  readonly #maxLineBytes: number;
  readonly #skipByteOrderMark: boolean;
  /** The encoding that the source's first bytes betray, when it is not UTF-8. */
  #encoding: string | null = null;

  constructor(path: string, options: JsonLineOptions) {
    this.#path = path;
    this.#parser = new ExactLineParser({ bigIntField: options.bigIntField });
    this.#maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
    this.#skipByteOrderMark = options.skipByteOrderMark ?? true;
  }

  read(batch: LineBatch): JsonLineBatch {
    const values: JsonValue[] = [];
    const lines: number[] = [];
    const offsets: number[] = [];
    const faults = this.#overlongFaults(batch);
    let blankLines = 0;
    const count = batch.lines.length;
    if (count > 0) this.#parser.use(batch.buffer, batch.starts[0]!, batch.ends[count - 1]!);
    for (let i = 0; i < count; i++) {
      const end = batch.ends[i]!;
      let start = batch.starts[i]!;
      const offset = batch.base + start;
      try {
        if (offset === 0) start += this.#beginningLength(batch.buffer, start, end);
        if (batch.buffer[start] !== OPENING_BRACE && isBlankLine(batch.buffer, start, end)) {
          blankLines++;
          continue;
        }
        const value = this.#parser.parse(start, end);
        values.push(value);
        lines.push(batch.lines[i]!);
        offsets.push(offset);
      } catch (error) {
        if (!(error instanceof InvalidRecordError)) throw error;
        const terminated = batch.terminated || i < count - 1;
        faults.push(this.#fault(error, batch, { start, end, offset, line: batch.lines[i]!, terminated }));
      }
    }
    if (batch.overlong.length > 0) faults.sort((left, right) => left.line - right.line);
    return { values, lines, offsets, faults, blankLines, bytes: batch.bytes, totalBytes: batch.totalBytes };
  }

  /** Looks at the source's first line: bytes of a mark to pass over, and whether it is UTF-8 at all. */
  #beginningLength(buffer: Buffer, start: number, end: number): number {
    const beginning = buffer.subarray(start, end);
    this.#encoding = otherEncoding(beginning);
    return this.#skipByteOrderMark && isByteOrderMark(beginning) ? 3 : 0;
  }

  #fault(
    error: InvalidRecordError,
    batch: LineBatch,
    place: {
      readonly start: number;
      readonly end: number;
      readonly offset: number;
      readonly line: number;
      readonly terminated: boolean;
    },
  ): LineFault {
    const { line, offset, terminated } = place;
    const bytes = place.end - (offset - batch.base);
    const base = batch.base + place.start;
    const isText = error.code !== 'not_utf8' && this.#encoding === null;
    return {
      line,
      offset,
      bytes,
      terminated,
      error: isText
        ? error.at({ path: this.#path, line })
        : notUtf8(batch.buffer.subarray(place.start, place.end), {
            path: this.#path,
            line,
            base,
            encoding: this.#encoding,
          }),
    };
  }

  #overlongFaults(batch: LineBatch): LineFault[] {
    return batch.overlong.map((overlong) => ({
      ...overlong,
      error: new InvalidRecordError(
        'line_too_long',
        `the line has ${overlong.bytes} bytes, more than the limit of ${this.#maxLineBytes}`,
        { path: this.#path, line: overlong.line },
      ),
    }));
  }
}

/** A long blank line is rare, a line that is blank but for its end is not. */
function isBlankLine(buffer: Buffer, start: number, end: number): boolean {
  if (end === start) return true;
  const first = buffer[start]!;
  if (first > 0x20 && first < 0x80) return false;
  return isBlank(buffer.toString('utf8', start, end));
}
