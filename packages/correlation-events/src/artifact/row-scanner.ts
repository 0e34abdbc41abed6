import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import type { ContextRegistry } from '../codec/context-registry.ts';
import type { CorrelationContext } from '../events/correlation-context.ts';
import type { InferenceEvent } from '../events/inference-event.ts';
import { asciiText } from './ascii-text.ts';
import { type ByteLiteral, byteLiteral, matchesAt } from './byte-literal.ts';
import { rowCandidate } from './row-candidate.ts';
import {
  contextTextOf,
  endOfValue,
  isScannedEventType,
  type LayoutStep,
  learnLayout,
  type RefSpelling,
  type RowLayout,
} from './row-layout.ts';
import { bigintOfParts } from './scanned-bigint.ts';

const MAX_LAYOUTS = 24;
/** So many spellings of a type may imply nulls and other values; after that one is learnt that implies nothing. */
const MAX_NARROW = 4;
const MAX_METADATA = 16;
const MAX_TEXT_LESSONS = 256;
const MAX_LESSONS = 256;
const MAX_CONTEXTS = 1024;
const MAX_DIGITS = 100;
const FAILED: unique symbol = Symbol('no such value here');
const EMPTY_OBJECT: unique symbol = Symbol('{}');
const EMPTY_LITERAL = byteLiteral('{}');
const NULL_LITERAL = byteLiteral('null');
const QUOTE = 34;
const BACKSLASH = 92;
const ZERO = 48;
/** Places of the remembered texts: the slots of a type, then the context id, then two for the reference in each slot. */
const CONTEXT_ID_MEMORY = 31;
const REF_MEMORY = 32;

/** Lines whose bytes are all ASCII. Texts are copied out one by one: a view would hold the whole chunk in memory. */
export interface AsciiLines {
  readonly bytes: Buffer;
  readonly view: DataView;
}

const NO_LINES: AsciiLines = { bytes: Buffer.alloc(0), view: new DataView(new ArrayBuffer(0)) };

/** The last text of one place; a literal once it was there twice in a row. */
interface TextMemory {
  text: string;
  literal: ByteLiteral | null;
  lessons: number;
}

/** Free-form data that was read before, without objects in it. */
interface KnownMetadata {
  readonly literal: ByteLiteral;
  readonly value: JsonObject;
}

/**
 * Reads rows that look like rows before them, straight from the bytes: a writer spells all rows of a type alike, so only
 * the values need reading. Whatever is not exactly as expected is left to the general parser; what is answered has
 * passed the same checks.
 */
export class RowScanner {
  readonly #registry: ContextRegistry;
  readonly #layouts: RowLayout[] = [];
  readonly #contexts = new Map<string, CorrelationContext>();
  #lessons = 0;
  #lines = NO_LINES;
  #at = 0;
  #end = 0;
  readonly #slots: unknown[] = [];
  /** The text that each place held last, since many are the same in most rows. */
  readonly #memories: TextMemory[] = [];
  #contextLiteral: ByteLiteral | null = null;
  #context: CorrelationContext | null = null;
  readonly #metadata: KnownMetadata[] = [];

  constructor(registry: ContextRegistry) {
    this.#registry = registry;
    for (let i = REF_MEMORY * 2; i > 0; i--) this.#memories.push({ text: '', literal: null, lessons: 0 });
  }

  /** The event of a line, or null where only the general parser can tell. */
  scan(lines: AsciiLines, start: number, end: number): InferenceEvent | null {
    this.#lines = lines;
    this.#end = end;
    for (let i = 0; i < this.#layouts.length; i++) {
      const layout = this.#layouts[i]!;
      this.#at = start;
      const event = this.#follow(layout);
      if (event === null) continue;
      if (i > 0) {
        this.#layouts.splice(i, 1);
        this.#layouts.unshift(layout);
      }
      return event;
    }
    return null;
  }

  /** Takes note of how a line is spelled that the general parser found to hold this event. */
  learn(line: string, isCompact: boolean, event: InferenceEvent): void {
    if (this.#lessons >= MAX_LESSONS || !isScannedEventType(event.event_type)) return;
    this.#lessons++;
    if (!isCompact && this.#contexts.size < MAX_CONTEXTS) {
      const context = contextTextOf(line);
      if (context !== null) this.#contexts.set(context, event.context);
    }
    const alike = this.#layouts.filter((layout) => layout.eventType === event.event_type).length;
    const layout = learnLayout({ text: line, event, isCompact, isNarrow: alike < MAX_NARROW });
    if (layout === null) return;
    this.#layouts.unshift(layout);
    if (this.#layouts.length > MAX_LAYOUTS) this.#layouts.pop();
  }

  #follow(layout: RowLayout): InferenceEvent | null {
    const slots = this.#slots;
    const { steps, initial } = layout;
    for (let i = 0; i < initial.length; i++) slots[i] = initial[i];
    slots[1] = EMPTY_OBJECT;
    let { context } = layout;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      if (!this.#pass(step.literal)) return null;
      if (step.kind === 'context' || step.kind === 'context_id') {
        context = step.kind === 'context' ? this.#readContext() : this.#readContextId();
        if (context === null) return null;
        continue;
      }
      const value = this.#read(step, layout.ref);
      if (value === FAILED) return null;
      slots[step.slot] = value;
    }
    if (context === null || !this.#pass(layout.tail) || this.#at !== this.#end) return null;
    return this.#check(layout, context);
  }

  #check(layout: RowLayout, context: CorrelationContext): InferenceEvent | null {
    const { eventType } = layout;
    let version = layout.version;
    let metadata = this.#slots[1];
    if (metadata === EMPTY_OBJECT) metadata = this.#slots[1] = {};
    if (version === 4) {
      version = 2;
      if (eventType === 'infer.activity_ref' && isJsonObject(metadata) && Object.hasOwn(metadata, 'intervals')) {
        if (metadata['intervals'] === null) return null;
        version = 3;
      }
    }
    const candidate = rowCandidate(eventType, version, context, this.#slots);
    return layout.definition.validate(candidate) ? candidate : null;
  }

  #read(step: LayoutStep, ref: RefSpelling): unknown {
    switch (step.kind) {
      case 'text':
        return this.#isNull() ? null : this.#readText(step.slot);
      case 'nanoseconds':
        return this.#isNull() ? null : this.#readNanoseconds();
      case 'integer':
        return this.#isNull() ? null : this.#readInteger();
      case 'ref':
        return this.#isNull() ? null : this.#readRef(ref, REF_MEMORY + 2 * step.slot);
      case 'metadata':
        return this.#readMetadata();
      default:
        return FAILED;
    }
  }

  #pass(literal: ByteLiteral): boolean {
    if (!matchesAt(literal, this.#lines.view, this.#at)) return false;
    this.#at += literal.length;
    return true;
  }

  #isNull(): boolean {
    return this.#unit(this.#at) === 110 && this.#pass(NULL_LITERAL);
  }

  #unit(at: number): number {
    return at < this.#end ? this.#lines.view.getUint8(at) : -1;
  }

  /** A text in quotes. */
  #readText(memory: number): unknown {
    if (this.#unit(this.#at) !== QUOTE) return FAILED;
    this.#at++;
    const value = this.#readCharacters(memory);
    this.#at++;
    return value;
  }

  /** The characters up to the next quote, where the scan then stands. */
  #readCharacters(place: number): unknown {
    const { view, bytes } = this.#lines;
    const memory = this.#memories[place]!;
    const start = this.#at;
    if (memory.literal !== null && matchesAt(memory.literal, view, start)) {
      this.#at = start + memory.text.length;
      return memory.text;
    }
    const end = this.#end;
    let at = start;
    for (; ; at++) {
      if (at >= end) return FAILED;
      const unit = view.getUint8(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH || unit < 32) return FAILED;
    }
    this.#at = at;
    const text = asciiText(bytes, view, start, at);
    if (text !== memory.text) {
      memory.text = text;
      memory.literal = null;
    } else if (memory.lessons < MAX_TEXT_LESSONS) {
      memory.lessons++;
      memory.literal = byteLiteral(`${text}"`);
    }
    return text;
  }

  #readRef(spelling: RefSpelling, memory: number): unknown {
    if (!this.#pass(spelling.open)) return FAILED;
    const first = this.#readCharacters(memory);
    if (first === FAILED || !this.#pass(spelling.middle)) return FAILED;
    const second = this.#readCharacters(memory + 1);
    if (second === FAILED || !this.#pass(spelling.close)) return FAILED;
    return spelling.idFirst ? { producer_id: second, id: first } : { producer_id: first, id: second };
  }

  #readInteger(): unknown {
    const start = this.#at;
    const value = this.#readDigits(15);
    const digits = this.#at - start;
    if (digits === 0 || isDigit(this.#unit(this.#at))) return FAILED;
    return digits > 1 && this.#unit(start) === ZERO ? FAILED : value;
  }

  #readNanoseconds(): unknown {
    const start = this.#at;
    const high = this.#readDigits(10);
    const digits = this.#at - start;
    if (digits === 0 || (digits > 1 && this.#unit(start) === ZERO)) return FAILED;
    if (digits < 10) return BigInt(high);
    const middle = this.#at;
    const low = this.#readDigits(9);
    const rest = this.#at - middle;
    if (isDigit(this.#unit(this.#at))) return this.#readLongInteger(start);
    return rest === 9 ? bigintOfParts(high, low) : BigInt(this.#textFrom(start));
  }

  #textFrom(start: number): string {
    return this.#lines.bytes.toString('latin1', start, this.#at);
  }

  #readLongInteger(start: number): unknown {
    while (isDigit(this.#unit(this.#at))) this.#at++;
    return this.#at - start > MAX_DIGITS ? FAILED : BigInt(this.#textFrom(start));
  }

  #readDigits(most: number): number {
    const { view } = this.#lines;
    const start = this.#at;
    const limit = Math.min(start + most, this.#end);
    let value = 0;
    let at = start;
    for (; at < limit; at++) {
      const unit = view.getUint8(at);
      if (!isDigit(unit)) break;
      value = value * 10 + (unit - ZERO);
    }
    this.#at = at;
    return value;
  }

  #readContext(): CorrelationContext | null {
    if (this.#contextLiteral !== null && this.#pass(this.#contextLiteral)) return this.#context;
    const text = this.#objectText();
    const context = text === null ? undefined : this.#contexts.get(text);
    if (text === null || context === undefined) return null;
    this.#contextLiteral = byteLiteral(text);
    this.#context = context;
    return context;
  }

  #readContextId(): CorrelationContext | null {
    const id = this.#readText(CONTEXT_ID_MEMORY);
    return typeof id === 'string' ? (this.#registry.contextOf(id) ?? null) : null;
  }

  #readMetadata(): unknown {
    if (this.#pass(EMPTY_LITERAL)) return EMPTY_OBJECT;
    for (const { literal, value } of this.#metadata) {
      if (this.#pass(literal)) return { ...value };
    }
    const text = this.#objectText();
    const metadata = text === null ? null : plainMetadata(text);
    if (text === null || metadata === null) return FAILED;
    const isFlat = Object.values(metadata).every((value) => typeof value !== 'object' || value === null);
    if (isFlat && this.#metadata.length < MAX_METADATA) {
      this.#metadata.push({ literal: byteLiteral(text), value: { ...metadata } });
    }
    return metadata;
  }

  /** The text of an object, over which the scan then stands; null where none is. */
  #objectText(): string | null {
    if (this.#unit(this.#at) !== 123) return null;
    const rest = this.#lines.bytes.toString('latin1', this.#at, this.#end);
    const length = endOfValue(rest, 0);
    if (length >= rest.length) return null;
    this.#at += length;
    return rest.slice(0, length);
  }
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** The object of a text in which JSON's own parser loses nothing; null for others. */
function plainMetadata(text: string): JsonObject | null {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isJsonObject(value) && isExact(value, 0) ? value : null;
}

/** True when every number is what its text says: no long integer, no infinity, no integer zero with a sign. */
function isExact(value: JsonValue, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > 64) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (!isExact(item, depth + 1)) return false;
  }
  return true;
}
