import { isInteger, type JsonValue } from '@stormlog/records';
import {
  bindDeviceUuids,
  derivedTraceIds,
  iterationRangeName,
  keepsTrace,
  mergeIntervals,
  parseDeviceUuids,
  parseIterationRange,
  parseServerSampler,
  parseTraceparent,
  type TraceParentPolicy,
  traceparent,
  WorkerIndex,
} from '@stormlog/trace-collectors';
import type { AdapterTable } from '../../adapter.ts';
import { listOf, objectOf, textOf } from '../case-input.ts';

/** The operations `trace.*` that read no trace. */
export const TRACE_CONTEXT_ADAPTERS: AdapterTable = {
  'trace.range_name': (input) => {
    const { producer_id, iteration_id } = objectOf(input);
    return iterationRangeName(textOf(producer_id, 'producer_id'), textOf(iteration_id, 'iteration_id'));
  },
  'trace.range_parse': (input) => parseIterationRange(textOf(objectOf(input)['name'], 'name')),
  'trace.merge_intervals': (input) =>
    mergeIntervals(
      listOf(objectOf(input)['intervals'], 'intervals').map((pair): [bigint, bigint] => {
        const [start, end] = listOf(pair, 'interval');
        return [integer(start), integer(end)];
      }),
    ),
  'trace.device_uuids': async (input) => {
    const { values, paths } = objectOf(input);
    const uuids = parseDeviceUuids(textsOf(values));
    return paths === undefined ? uuids : await bindDeviceUuids(uuids, textsOf(paths));
  },
  'trace.bind_workers': (input) => {
    const { workers, host, pids, start_wall_ns, end_wall_ns } = objectOf(input);
    const index = new WorkerIndex(
      listOf(workers, 'workers').map((worker) => {
        const given = objectOf(worker);
        return {
          epoch: textOf(given['epoch'], 'epoch'),
          host: (given['host'] ?? null) as string | null,
          pid: idOrNull(given['pid']),
          cuda_ordinal: idOrNull(given['cuda_ordinal']),
          device_uuid: (given['device_uuid'] ?? null) as string | null,
          started_wall_ns: integerOrNull(given['started_wall_ns']),
          last_seen_wall_ns: integerOrNull(given['last_seen_wall_ns']),
          ended: given['ended'] === true,
        };
      }),
    );
    return index.bind({
      host,
      pids: listOf(pids, 'pids').map((pid) => idOrNull(pid)!),
      start_wall_ns: integerOrNull(start_wall_ns),
      end_wall_ns: integerOrNull(end_wall_ns),
    });
  },
  'trace.parse_traceparent': (input) => parseTraceparent(textOf(objectOf(input)['value'], 'value')),
  'trace.traceparent': (input) => {
    const { trace_id, span_id, sampled, policy } = objectOf(input);
    const ids = {
      trace_id: textOf(trace_id, 'trace_id'),
      span_id: textOf(span_id, 'span_id'),
      sampled: sampled === true,
    };
    // Other policies are what some cases are about.
    return traceparent(ids, textOf(policy, 'policy') as TraceParentPolicy);
  },
  'trace.derived_ids': (input) => derivedTraceIds(...textsOf(objectOf(input)['parts'])),
  'trace.keeps': (input) => {
    const { trace_id, ratio } = objectOf(input);
    return keepsTrace(textOf(trace_id, 'trace_id'), Number(ratio));
  },
  'trace.server_sampler': (input) => parseServerSampler(textOf(objectOf(input)['value'], 'value')),
};

/** A list of texts of a case's input. */
export function textsOf(value: JsonValue | undefined): string[] {
  return listOf(value ?? [], 'texts').map((text) => textOf(text, 'text'));
}

function integer(value: JsonValue | undefined): bigint {
  if (isInteger(value)) return BigInt(value);
  throw new TypeError('the case has no integer where one belongs');
}

function integerOrNull(value: JsonValue | undefined): bigint | null {
  return value === null || value === undefined ? null : integer(value);
}

function idOrNull(value: JsonValue | undefined): number | bigint | null {
  return value === null || value === undefined ? null : (value as number | bigint);
}
