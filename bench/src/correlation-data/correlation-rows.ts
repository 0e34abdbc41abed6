import type { JsonObject } from '@stormlog/records';

/** Rows of one iteration: itself, a request, its membership, a stage, and kernels. */
export const ROWS_PER_ITERATION = 20;

const CONTEXT: JsonObject = {
  run_id: 'run-7',
  session_id: 'serve-1',
  producer_id: 'engine-0',
  source: 'vllm.engine',
  clock_domain: 'gpu-node-03/monotonic',
  clock_kind: 'monotonic',
  collection_mode: 'active',
  provenance: 'observed',
  source_version: null,
  engine: 'vllm',
  engine_version: '0.9.2',
  backend: null,
  backend_version: null,
  host: 'gpu-node-03',
  pid: 4242,
  device_uuid: 'GPU-0000aaaa-1111',
  rank: 0,
  local_rank: null,
  world_size: null,
};
const START_NS = 1_787_650_000_123_456_789n;
const ITERATION_NS = 25_000n;

/** Events as a serving engine records them, as many as asked for: wall-clock sized times, ids that all differ. */
export function* correlationRows(count: number): Generator<JsonObject, void, undefined> {
  for (let n = 0; n < count; n++) yield { schema_version: 2, context: CONTEXT, ...ownFields(n) };
}

function ownFields(n: number): JsonObject {
  const group = Math.floor(n / ROWS_PER_ITERATION);
  const place = n % ROWS_PER_ITERATION;
  const at = START_NS + BigInt(group) * ITERATION_NS;
  const iteration_ref = { producer_id: 'engine-0', id: `iter-${group}` };
  const request_ref = { producer_id: 'client', id: `req-${group}` };
  const header = { event_id: `evt-${n}`, metadata: {} };
  const sizes = { input_tokens: 1, output_tokens: 1, kv_bytes: null };
  switch (place) {
    case 0:
      return {
        ...header,
        event_type: 'infer.iteration',
        iteration_ref,
        batch_ref: null,
        start_ns: at,
        end_ns: at + 20_000n,
      };
    case 1:
      return {
        ...header,
        ...sizes,
        event_type: 'infer.request',
        request_ref,
        attempt_ref: null,
        backend_request_ref: null,
        start_ns: at,
        end_ns: at + 20_000n,
        status: 'finished',
      };
    case 2:
      return {
        ...header,
        ...sizes,
        event_type: 'infer.membership',
        request_ref,
        iteration_ref,
        role: 'decode',
        attempt_ref: null,
      };
    case 3:
      return {
        ...header,
        ...sizes,
        event_type: 'infer.stage',
        stage_ref: { producer_id: 'engine-0', id: `stage-${group}` },
        name: 'decode',
        request_ref,
        iteration_ref,
        start_ns: at,
        end_ns: at + 500n,
      };
    default:
      return {
        ...header,
        event_type: 'infer.activity_ref',
        activity_ref: { producer_id: 'trace-0', id: `kernel-${n}` },
        activity_kind: 'kernel',
        attribution_status: 'linked',
        activity_domain: 'gpu',
        iteration_ref,
        correlation_scope: null,
        trace_attachment_id: 'trace-1',
        runtime_correlation_id: null,
        cuda_correlation_id: n,
        stream_id: 7,
        graph_id: null,
        start_ns: at + BigInt(place) * 900n,
        end_ns: at + BigInt(place) * 900n + 1000n,
        metadata: { name: KERNELS[n % KERNELS.length]! },
      };
  }
}

const KERNELS = ['gemm_bf16_128x64', 'flash_attn_fwd', 'rms_norm', 'silu_and_mul'] as const;
