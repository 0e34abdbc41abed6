import { InvalidRecordError, isInteger, isJsonObject, type JsonObject } from '@stormlog/records';
import { type InferenceEvent, isCorrelationEventType, isInferenceEvent } from '../events/inference-event.ts';
import { parseContext } from '../parse/parse-context.ts';
import { parseInferenceRecord } from '../parse/parse-inference-record.ts';
import { contextId } from './context-id.ts';
import { ContextRegistry, checkContextId } from './context-registry.ts';
import {
  CONTEXT_EVENT_TYPE,
  hasNullIntervals,
  isTransportRow,
  ownOf,
  type Row,
  rowWithout,
  TRANSPORT_VERSION,
} from './transport-row.ts';

/**
 * Turns records into the rows of an artifact: a context is written out once and referred to after that
 * (docs/formats/inference-artifacts.md §3.4).
 */
export class CorrelationRecordEncoder {
  readonly registry: ContextRegistry;

  /** @param registry what the artifact defines already, such as a decoder's registry; it is copied */
  constructor(registry?: ContextRegistry) {
    this.registry = registry?.copy() ?? new ContextRegistry();
  }

  /**
   * The rows for a record, its context's definition first where it needs one; changes nothing, so that a caller can
   * {@link commit} them once they are written. Legacy and foreign records come back unchecked as their own row.
   *
   * @throws InvalidRecordError for a record that is invalid, or that is a row of version 4 already
   * @throws ConflictError when the context's generated id stands for another context
   */
  prepare(record: JsonObject | InferenceEvent): JsonObject[] {
    if (!isJsonObject(record)) throw new InvalidRecordError('record_not_object', 'a record must be an object');
    const row: Row = record;
    if (isTransportRow(row)) {
      const text = 'the record is a row of version 4 already: only records with their own context can be encoded';
      throw new InvalidRecordError('version_unknown', text, { field: 'schema_version' });
    }
    if (!carriesContext(row)) return [rowWithout(row)];
    const event = parseInferenceRecord(row);
    if (!isInferenceEvent(event) || hasNullIntervals(row)) return [rowWithout(row)];
    const { context } = event;
    const known = this.registry.idOf(context);
    const id = known ?? contextId(context);
    const compact = { ...rowWithout(row, 'context'), schema_version: TRANSPORT_VERSION, context_id: id };
    if (known !== undefined) return [compact];
    this.registry.check(id, context);
    const definition = {
      schema_version: TRANSPORT_VERSION,
      event_type: CONTEXT_EVENT_TYPE,
      context_id: id,
      context: { ...context },
    };
    return [definition, compact];
  }

  /** Takes in the definitions among rows that were written. */
  commit(rows: Iterable<JsonObject>): void {
    for (const row of rows) {
      if (ownOf(row, 'event_type') !== CONTEXT_EVENT_TYPE) continue;
      const id = ownOf(row, 'context_id');
      checkContextId(id);
      this.registry.register(id, parseContext(ownOf(row, 'context')));
    }
  }

  /** {@link prepare} and {@link commit} at once. */
  encode(record: JsonObject | InferenceEvent): JsonObject[] {
    const rows = this.prepare(record);
    this.commit(rows);
    return rows;
  }
}

function carriesContext(row: Row): boolean {
  const version = ownOf(row, 'schema_version');
  const isLegacy = version === undefined || (isInteger(version) && Number(version) === 1);
  return !isLegacy && isCorrelationEventType(ownOf(row, 'event_type'));
}
