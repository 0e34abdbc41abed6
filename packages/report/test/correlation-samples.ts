import {
  InferenceAccountant,
  type InferenceEvent,
  isInferenceEvent,
  parseInferenceRecord,
  resolveInferenceEvents,
} from '@stormlog/correlation-events';
import type { JsonObject } from '@stormlog/records';
import type { CorrelationRun } from '@stormlog/report';

const ENGINE = { clock_domain: 'host/monotonic', clock_kind: 'monotonic' };
/** The context of what a trace says of a device. */
export const TRACE = { clock_domain: 'host/trace', clock_kind: 'device', device_uuid: 'GPU-1' };

let events = 0;

/** An event of a run; ids count up. */
export function event(type: string, fields: JsonObject, context: JsonObject = ENGINE): InferenceEvent {
  const record = parseInferenceRecord({
    schema_version: 2,
    event_type: type,
    event_id: `e${events++}`,
    context: {
      run_id: 'run-1',
      session_id: 's',
      producer_id: 'engine',
      source: 'test',
      collection_mode: 'active',
      provenance: 'observed',
      ...context,
    },
    ...fields,
  });
  if (!isInferenceEvent(record)) throw new Error('not an event');
  return record;
}

export const ref = (id: string) => ({ producer_id: 'engine', id });

export const iteration = (id: string, start: number, end: number) =>
  event('infer.iteration', { iteration_ref: ref(id), start_ns: start, end_ns: end });

export const kernel = (id: string, of: string | null, start: number, end: number, context: JsonObject = TRACE) =>
  event(
    'infer.activity_ref',
    {
      activity_ref: { producer_id: 'trace', id },
      activity_kind: 'gpu_kernel',
      activity_domain: 'gpu',
      attribution_status: of === null ? 'unresolved' : 'linked',
      iteration_ref: of === null ? null : ref(of),
      start_ns: start,
      end_ns: end,
    },
    context,
  );

/** A run of these events, as a page takes it. */
export function runOf(...all: readonly InferenceEvent[]): CorrelationRun {
  const accountant = new InferenceAccountant();
  for (const one of all) accountant.add(one);
  return { report: accountant.report(), graph: resolveInferenceEvents(all) };
}
