import type { JsonValue } from '@stormlog/records';
import type { DocumentElement, JsonDocumentHandlers } from './stream-json-document.ts';

/** Puts a streamed document together again. */
export class DocumentBuilder implements JsonDocumentHandlers {
  value: JsonValue = null;
  #object: object | null = null;
  #elements: JsonValue[] = [];

  onDocument(kind: 'array' | 'object' | 'other'): void {
    if (kind !== 'object') return;
    const object = {};
    this.#object = object;
    this.value = object;
  }

  onArray(key: string | null): void {
    this.#elements = [];
    if (key === null) this.value = this.#elements;
    else this.onMember(key, this.#elements);
  }

  onElement(element: DocumentElement): void {
    this.#elements.push(element.value);
  }

  onMember(key: string, value: JsonValue): void {
    if (this.#object === null) return;
    Object.defineProperty(this.#object, key, { value, writable: true, enumerable: true, configurable: true });
  }

  onValue(value: JsonValue): void {
    this.value = value;
  }
}
