import { InvalidRecordError, type JsonValue } from '@stormlog/records';
import type { GpuTrace } from '../trace/gpu-trace.ts';
import { JsonWindow } from './json-window.ts';
import { KinetoContent } from './kineto-content.ts';
import { KinetoEvent } from './kineto-event.ts';
import { HEADER_KEYS, kinetoHeader } from './kineto-header.ts';
import { type ReadTraceOptions, readTraceBytes } from './trace-bytes.ts';

const [COMMA, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x2c, 0x7d, 0x5b, 0x5d];

/**
 * Reads a trace of the PyTorch profiler, plain or gzip, as a stream (docs/formats/trace-collectors.md §3): what is kept
 * is the GPU events, launch calls and iteration ranges.
 *
 * @throws InvalidRecordError that names the file, the index of the event and what is wrong with it
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged`
 */
export async function loadKinetoTrace(path: string, options: ReadTraceOptions = {}): Promise<GpuTrace> {
  const window = new JsonWindow(path, readTraceBytes(path, options));
  try {
    return await new KinetoReader(window).read();
  } catch (error) {
    throw error instanceof InvalidRecordError ? error.at({ path }) : error;
  } finally {
    await window.close();
  }
}

class KinetoReader {
  readonly #window: JsonWindow;
  readonly #header = new Map<string, JsonValue>();
  #content: KinetoContent | null = null;
  /** The first unsound event; thrown once it is known that no later `traceEvents` replaces the list. */
  #fault: InvalidRecordError | null = null;
  #place = 'the beginning';
  readonly #placeText = () => this.#place;

  constructor(window: JsonWindow) {
    this.#window = window;
  }

  async read(): Promise<GpuTrace> {
    await this.#readDocument();
    if (this.#content === null) {
      throw new InvalidRecordError('trace_invalid', 'a Kineto trace must have a list traceEvents');
    }
    if (this.#fault !== null) throw this.#fault;
    const { events, launches, ranges } = this.#content;
    const header = kinetoHeader(this.#header);
    events.base = header.base;
    launches.base = header.base;
    return {
      format: 'kineto',
      ...header,
      events,
      launches,
      ranges,
      deviceOf: () => null,
      notImported: {},
      notes: [],
    };
  }

  async #readDocument(): Promise<void> {
    const window = this.#window;
    const { scanner } = window;
    const open = await window.step(() => scanner.peek(), this.#placeText);
    if (open !== 0x7b) {
      await window.step(() => scanner.skipValue(1), this.#placeText);
      throw new InvalidRecordError('trace_invalid', 'a Kineto trace must be an object');
    }
    await window.step(() => scanner.expect(0x7b), this.#placeText);
    let byte = await window.step(() => scanner.peek(), this.#placeText);
    if (byte === CLOSE_BRACE) {
      scanner.position++;
    } else {
      do {
        await this.#readMember();
        byte = await window.step(() => this.#passSeparator(CLOSE_BRACE), this.#placeText);
      } while (byte === COMMA);
    }
    this.#place = 'the end';
    if (!(await window.isAtEnd(this.#placeText))) {
      await window.step(() => {
        throw scanner.fault('text follows the trace');
      }, this.#placeText);
    }
  }

  async #readMember(): Promise<void> {
    const window = this.#window;
    const { scanner } = window;
    const key = await window.step(() => {
      scanner.peek();
      const from = scanner.position;
      const to = scanner.afterString(from);
      scanner.position = scanner.valueAfterKey(to);
      return String(scanner.valueOf(from, to));
    }, this.#placeText);
    this.#place = `the value of ${JSON.stringify(key.slice(0, 80))}`;
    if (key === 'traceEvents' && scanner.buffer[scanner.position] === OPEN_BRACKET) {
      scanner.position++;
      await this.#readEvents();
    } else {
      if (key === 'traceEvents') this.#reset(null);
      const isKept = HEADER_KEYS.has(key);
      const value = await window.step(() => {
        const from = scanner.position;
        scanner.skipValue(1);
        return isKept ? scanner.valueOf(from, scanner.position) : null;
      }, this.#placeText);
      if (isKept) this.#header.set(key, value);
    }
  }

  async #readEvents(): Promise<void> {
    const window = this.#window;
    const { scanner } = window;
    const content = new KinetoContent();
    this.#reset(content);
    const event = new KinetoEvent(scanner);
    let index = 0;
    this.#place = 'traceEvents[0]';
    const place = () => `traceEvents[${index}]`;
    if ((await window.step(() => scanner.peek(), place)) === CLOSE_BRACKET) {
      scanner.position++;
      return;
    }
    // As many events as the bytes at hand hold are taken in one step; only whole ones move the mark.
    await window.step(() => {
      for (;;) {
        scanner.mark = scanner.position;
        this.#takeEvent(content, event, index);
        if (this.#passSeparator(CLOSE_BRACKET) !== COMMA) return;
        index++;
      }
    }, place);
  }

  #takeEvent(content: KinetoContent, event: KinetoEvent, index: number): void {
    const { scanner } = this.#window;
    if (!event.scan() || !event.mayMatter()) return;
    // The separator must be at hand too, or the event would be taken twice.
    scanner.peek();
    if (this.#fault !== null) return;
    try {
      content.add(event);
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const field = error.field === null ? undefined : `traceEvents[${index}].${error.field}`;
      this.#fault = new InvalidRecordError(error.code, `traceEvents[${index}]: ${error.message}`, {
        field,
        cause: error,
      });
    }
  }

  #passSeparator(close: number): number {
    const { scanner } = this.#window;
    const byte = scanner.peek();
    if (byte !== COMMA && byte !== close) throw scanner.fault('expected "," or the end of the list');
    scanner.position++;
    return byte;
  }

  #reset(content: KinetoContent | null): void {
    this.#content = content;
    this.#fault = null;
  }
}
