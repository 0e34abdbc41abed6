import { type CorrelationContext, parseContext } from '@stormlog/correlation-events';
import { type JsonValue, pythonText } from '@stormlog/records';
import { type Id, isTruthy } from '../values/trace-values.ts';
import { TRACE_PRODUCER } from './activity-record.ts';
import type { GpuTrace } from './gpu-trace.ts';

/** The contexts of a trace's records, one for each process and device (docs/formats/trace-collectors.md §6.1). */
export class TraceContexts {
  readonly #fields: { readonly [field: string]: JsonValue };
  readonly #made = new Map<string, CorrelationContext>();

  constructor(
    trace: GpuTrace,
    identity: {
      readonly runId: string;
      readonly sessionId: string;
      readonly traceKey: string;
      readonly version: string;
    },
  ) {
    const host = isTruthy(trace.host) ? pythonText(trace.host) : 'unknown-host';
    this.#fields = {
      run_id: identity.runId,
      session_id: identity.sessionId,
      producer_id: TRACE_PRODUCER,
      source: trace.format,
      source_version: identity.version,
      engine: isTruthy(trace.engineVersion) ? 'vllm' : null,
      engine_version: trace.engineVersion,
      backend: 'cupti',
      backend_version: trace.cuptiVersion,
      host: trace.host,
      rank: trace.rank,
      local_rank: null,
      world_size: trace.worldSize,
      clock_domain: `${trace.format}:${host}:${identity.traceKey}`,
      clock_kind: 'device',
      collection_mode: 'imported',
      provenance: 'observed',
    };
  }

  /** @throws InvalidRecordError for header values that no context takes */
  of(pid: Id | null, deviceUuid: string | null): CorrelationContext {
    const key = `${pid} ${deviceUuid}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const context = parseContext({ ...this.#fields, pid, device_uuid: deviceUuid });
    this.#made.set(key, context);
    return context;
  }
}
