import type { CorrelationContext } from '../events/correlation-context.ts';
import type { ScannedEventType } from './row-layout.ts';

/** What a scan found in a row, by the slots of its event type; a field that the row lacks is null. */
export type Slots = readonly unknown[];

/** The canonical record of scanned values, still to be checked: one literal a type, so that all events share its shape. */
export function rowCandidate(
  eventType: ScannedEventType,
  version: 2 | 3,
  context: CorrelationContext,
  slots: Slots,
): object {
  switch (eventType) {
    case 'infer.activity_ref':
      return {
        schema_version: version,
        event_type: eventType,
        context,
        event_id: slots[0],
        metadata: slots[1],
        activity_ref: slots[2],
        activity_kind: slots[3],
        attribution_status: slots[4],
        activity_domain: slots[5] ?? 'unknown',
        iteration_ref: slots[6],
        correlation_scope: slots[7],
        trace_attachment_id: slots[8],
        runtime_correlation_id: slots[9],
        cuda_correlation_id: slots[10],
        stream_id: slots[11],
        graph_id: slots[12],
        start_ns: slots[13],
        end_ns: slots[14],
      };
    case 'infer.request':
      return {
        schema_version: version,
        event_type: eventType,
        context,
        event_id: slots[0],
        metadata: slots[1],
        request_ref: slots[2],
        attempt_ref: slots[3],
        backend_request_ref: slots[4],
        start_ns: slots[5],
        end_ns: slots[6],
        status: slots[7],
        input_tokens: slots[8],
        output_tokens: slots[9],
        kv_bytes: slots[10],
      };
    case 'infer.iteration':
      return {
        schema_version: version,
        event_type: eventType,
        context,
        event_id: slots[0],
        metadata: slots[1],
        iteration_ref: slots[2],
        batch_ref: slots[3],
        start_ns: slots[4],
        end_ns: slots[5],
      };
    case 'infer.stage':
      return {
        schema_version: version,
        event_type: eventType,
        context,
        event_id: slots[0],
        metadata: slots[1],
        stage_ref: slots[2],
        name: slots[3],
        request_ref: slots[4],
        iteration_ref: slots[5],
        start_ns: slots[6],
        end_ns: slots[7],
        input_tokens: slots[8],
        output_tokens: slots[9],
        kv_bytes: slots[10],
      };
    case 'infer.membership':
      return {
        schema_version: version,
        event_type: eventType,
        context,
        event_id: slots[0],
        metadata: slots[1],
        request_ref: slots[2],
        iteration_ref: slots[3],
        role: slots[4],
        attempt_ref: slots[5],
        input_tokens: slots[6],
        output_tokens: slots[7],
        kv_bytes: slots[8],
      };
  }
}
