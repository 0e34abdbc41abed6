import { randomBytes } from 'node:crypto';
import { compareCodePoints } from '@stormlog/records';
import type { CorrelationContext } from '../events/correlation-context.ts';
import type { InferenceEvent } from '../events/inference-event.ts';
import { eventDefinition } from '../parse/event-definition.ts';

const words = new Uint32Array(2);
const float = new Float64Array(words.buffer);
const long = new BigInt64Array(words.buffer);

/**
 * 64 bits that stand for the content of an event, but for its event id: loosely equal events have equal ones, and two
 * others share theirs about once in 10¹⁹ pairs. Seeded at random, so that nobody can provide such a pair.
 */
export class EventDigest {
  #low = 0;
  #high = 0;
  readonly #seedLow: number;
  readonly #seedHigh: number;
  readonly #contextNumber: (context: CorrelationContext) => number;

  /** @param contextNumber answers equal numbers for equal contexts only */
  constructor(contextNumber: (context: CorrelationContext) => number) {
    const seed = randomBytes(8);
    this.#seedLow = seed.readInt32LE(0);
    this.#seedHigh = seed.readInt32LE(4);
    this.#contextNumber = contextNumber;
  }

  get low(): number {
    return this.#low;
  }

  get high(): number {
    return this.#high;
  }

  /** Takes in an event; {@link low} and {@link high} are its digest then. */
  update(event: InferenceEvent): void {
    this.#low = this.#seedLow;
    this.#high = this.#seedHigh;
    const values: Readonly<Record<string, unknown>> = event;
    this.#mixText(event.event_type);
    this.#mix(event.schema_version);
    this.#mix(this.#contextNumber(event.context));
    this.#mixObject(event.metadata);
    for (const { name } of eventDefinition(event.event_type).fields) this.#mixValue(values[name]);
    this.#low = finish(this.#low);
    this.#high = finish(this.#high ^ this.#low);
  }

  #mixValue(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.#mixText(value);
        break;
      case 'number':
        this.#mixFloat(value);
        break;
      case 'bigint':
        this.#mixBigint(value);
        break;
      case 'boolean':
        this.#mixFloat(value ? 1 : 0);
        break;
      case 'object':
        if (value === null) this.#mix(1);
        else if (Array.isArray(value)) this.#mixList(value);
        else this.#mixObject(value);
        break;
      default:
        this.#mix(2);
    }
  }

  #mixText(text: string): void {
    let low = this.#low ^ 3;
    let high = this.#high ^ text.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high + unit, 0x5bd1e995);
    }
    this.#low = low ^ (low >>> 15);
    this.#high = high ^ (high >>> 13);
  }

  #mixFloat(value: number): void {
    float[0] = value === 0 ? 0 : value;
    this.#mix(4 ^ words[0]!);
    this.#mix(words[1]!);
  }

  /** As a float where it is the same number, since the two are loosely equal. */
  #mixBigint(value: bigint): void {
    const near = Number(value);
    if (Number.isSafeInteger(near) || (Number.isFinite(near) && BigInt(near) === value)) {
      this.#mixFloat(near);
    } else if (BigInt.asIntN(64, value) === value) {
      long[0] = value;
      this.#mix(5 ^ words[0]!);
      this.#mix(words[1]!);
    } else {
      this.#mixText(value.toString());
    }
  }

  #mixList(list: readonly unknown[]): void {
    this.#mix(6 ^ list.length);
    for (const item of list) this.#mixValue(item);
  }

  #mixObject(object: object): void {
    const keys = Object.keys(object);
    this.#mix(7 ^ keys.length);
    if (keys.length > 1) keys.sort(compareCodePoints);
    for (const key of keys) {
      this.#mixText(key);
      this.#mixValue(Reflect.get(object, key));
    }
  }

  #mix(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x85ebca6b);
    this.#low ^= this.#low >>> 13;
    this.#high = Math.imul(this.#high + word, 0xc2b2ae35);
    this.#high ^= this.#high >>> 16;
  }
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
