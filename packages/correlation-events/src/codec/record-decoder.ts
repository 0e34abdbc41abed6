import { InvalidRecordError, isJsonObject, type JsonObject } from '@stormlog/records';
import type { CorrelationContext } from '../events/correlation-context.ts';
import type { InferenceRecord } from '../events/inference-event.ts';
import { parseContext } from '../parse/parse-context.ts';
import { parseRow } from '../parse/parse-inference-record.ts';
import { ContextRegistry, checkContextId } from './context-registry.ts';
import {
  CONTEXT_EVENT_TYPE,
  hasIntervals,
  hasNullIntervals,
  isTransportRow,
  isVersionFour,
  ownOf,
  type Row,
  rowWithout,
} from './transport-row.ts';

const DEFINITION_KEYS = ['schema_version', 'event_type', 'context_id', 'context'];

/**
 * Reads the rows of an artifact in their order: takes in the contexts that definitions name and puts them back into
 * the rows that refer to them (docs/formats/inference-artifacts.md §3.3).
 */
export class CorrelationRecordDecoder {
  readonly registry: ContextRegistry;

  constructor(registry: ContextRegistry = new ContextRegistry()) {
    this.registry = registry;
  }

  /**
   * The row as a record with its context, its fields as they stand in the row; null for a definition. Rows that carry
   * their own context, and rows of other kinds, come back unchecked.
   *
   * @throws InvalidRecordError, ConflictError (an id defined twice)
   */
  decode(row: unknown): JsonObject | null {
    const checked = rowOf(row);
    if (!isTransportRow(checked)) return rowWithout(checked);
    const context = this.#takeIn(checked);
    if (context === null) return null;
    parseCompact(checked, context, false);
    return {
      ...rowWithout(checked, 'context_id'),
      context: { ...context },
      schema_version: hasIntervals(checked) ? 3 : 2,
    };
  }

  /**
   * The row as an event or legacy record; null for a definition.
   *
   * @throws InvalidRecordError, ConflictError (an id defined twice)
   */
  decodeEvent(row: unknown): InferenceRecord | null {
    return this.decodeOwned(row, false);
  }

  /** {@link decodeEvent} for a row that nobody else holds: its metadata is kept without a copy. */
  decodeOwned(row: unknown, ownsMetadata = true): InferenceRecord | null {
    const checked = rowOf(row);
    if (!isTransportRow(checked)) return parseRow(row, { ownsMetadata });
    const context = this.#takeIn(checked);
    return context === null ? null : parseCompact(checked, context, ownsMetadata);
  }

  /** Takes in a definition, or finds the context that a compact row refers to. */
  #takeIn(row: Row): CorrelationContext | null {
    if (!isVersionFour(ownOf(row, 'schema_version'))) {
      const text = 'a row with a context_id, or that defines a context, must have schema_version 4';
      throw new InvalidRecordError('version_unknown', text, { field: 'schema_version' });
    }
    const id = ownOf(row, 'context_id');
    checkContextId(id);
    if (ownOf(row, 'event_type') === CONTEXT_EVENT_TYPE) {
      this.#define(row, id);
      return null;
    }
    if (ownOf(row, 'context') !== undefined) {
      const text = 'a row of version 4 has a context_id and no context';
      throw new InvalidRecordError('field_unknown', text, { field: 'context' });
    }
    const context = this.registry.contextOf(id);
    if (context === undefined) {
      const text = `context_id ${JSON.stringify(id)} is not defined before this row`;
      throw new InvalidRecordError('field_invalid', text, { field: 'context_id' });
    }
    return context;
  }

  #define(row: Row, id: string): void {
    for (const key of Object.keys(row)) {
      if (!DEFINITION_KEYS.includes(key) && row[key] !== undefined) {
        throw new InvalidRecordError('field_unknown', `a definition has no field ${key}`, { field: key });
      }
    }
    const context = ownOf(row, 'context');
    if (context === undefined) {
      throw new InvalidRecordError('field_missing', 'a definition lacks context', { field: 'context' });
    }
    this.registry.register(id, parseContext(context, 'context'));
  }
}

function parseCompact(row: Row, context: CorrelationContext, ownsMetadata: boolean): InferenceRecord {
  if (hasNullIntervals(row)) {
    const text = 'metadata.intervals of a row of version 4 must be a non-empty list of [offset_ns, duration_ns]';
    throw new InvalidRecordError('field_invalid', text, { field: 'metadata.intervals' });
  }
  const version = hasIntervals(row) ? 3 : 2;
  return parseRow(rowWithout(row, 'context_id'), { context, version, ownsMetadata });
}

function rowOf(value: unknown): Row {
  if (isJsonObject(value)) return value;
  throw new InvalidRecordError('record_not_object', 'a record must be an object');
}
