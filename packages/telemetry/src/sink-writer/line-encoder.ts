import { stringifyJson } from '@stormlog/records';
import { CANONICAL, LineTemplate } from './line-template.ts';
import type { SinkRecord } from './sink-record.ts';

/** A producer has a shape for each type of its events. */
const MAX_TEMPLATES = 8;
/** A line that long is not worth keeping. */
const MAX_TEMPLATE_BYTES = 1 << 18;
/** Making a template costs as much as several lines: of records that are all unlike each other none are made any more. */
const TRIALS = 32;
const LINES_PER_TRIAL = 8;

/** Encodes records as lines of canonical JSON, each with its line end (docs/formats/sinks.md §8). */
export class LineEncoder {
  /** Start with the line encoded last, which ends at {@link end}, until the next is encoded. */
  bytes: Uint8Array = new Uint8Array(0);
  end = 0;
  /** The one used last comes first. */
  readonly #templates: LineTemplate[] = [];
  #made = 0;
  #served = 0;

  /** @throws ArgumentError, InvalidRecordError for what JSON cannot hold */
  encode(record: SinkRecord): void {
    const first = this.#templates[0];
    const template = first?.encode(record) === true ? first : this.#otherTemplate(record, first);
    if (template === null) this.#encodeAlone(record);
    else {
      this.#served++;
      this.bytes = template.bytes;
      this.end = template.end;
    }
  }

  /** The line encoded last, for longer than until the next. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.end);
  }

  /** The text of the line encoded last. */
  text(): string {
    const { buffer, byteOffset } = this.bytes;
    return Buffer.from(buffer, byteOffset, this.end).toString('latin1');
  }

  /** @param tried that of the last line */
  #otherTemplate(record: SinkRecord, tried: LineTemplate | undefined): LineTemplate | null {
    for (const template of this.#templates) {
      if (template === tried || !template.encode(record)) continue;
      this.#forget(template);
      return this.#use(template);
    }
    for (const template of [...this.#templates]) if (template.isSpoiled) this.#forget(template);
    if (this.#made > TRIALS + this.#served / LINES_PER_TRIAL) return null;
    this.#made++;
    const made = LineTemplate.of(record);
    return made === null ? null : this.#use(made);
  }

  #forget(template: LineTemplate): void {
    this.#templates.splice(this.#templates.indexOf(template), 1);
  }

  #use(template: LineTemplate): LineTemplate {
    if (template.bytes.length > MAX_TEMPLATE_BYTES) return template;
    this.#templates.unshift(template);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
    return template;
  }

  #encodeAlone(record: SinkRecord): void {
    this.bytes = Buffer.from(`${stringifyJson(record, CANONICAL)}\n`, 'latin1');
    this.end = this.bytes.length;
  }
}
