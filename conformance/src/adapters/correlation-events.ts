import { join } from 'node:path';
import {
  accountGpuTime,
  activityBusyIntervals,
  alignmentOffsetBounds,
  alignTimestamp,
  type ClockAlignmentEvent,
  CorrelationRecordDecoder,
  CorrelationRecordEncoder,
  contextId,
  coveringAlignments,
  decodeInferenceRecords,
  type EntityRef,
  elapsedNs,
  type GpuTime,
  type InferenceEvent,
  type InferenceRecord,
  inferenceRecordLine,
  isBootQualified,
  isCorrelationEventType,
  isInferenceEvent,
  loadInferenceArtifact,
  parseContext,
  parseInferenceRecord,
  readInferenceArtifact,
  readInferenceRecords,
  resolveInferenceEvents,
  validateRequestShares,
  wallClockDomain,
} from '@stormlog/correlation-events';
import {
  ArgumentError,
  ConflictError,
  InvalidRecordError,
  isInteger,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  StormlogError,
} from '@stormlog/records';
import type { AdapterTable, CaseContext } from '../adapter.ts';

/** Operations of the correlation-events area. */
export const CORRELATION_EVENTS_ADAPTERS: AdapterTable = {
  'correlation.parse': (input) => typed(parseInferenceRecord(object(input)['record'])),
  'correlation.verdicts': (input) => list(object(input)['records']).map(verdict),
  'correlation.is_event_type': (input) => isCorrelationEventType(object(input)['event_type']),
  'correlation.load_artifact': async (input, context) => {
    const rows: unknown[] = [];
    for await (const { line, record } of readInferenceArtifact(path(input, context)))
      rows.push({ line, ...typed(record) });
    return rows;
  },
  'correlation.artifact_text': async (input, context) => {
    const rows: unknown[] = [];
    for await (const { line, record } of readInferenceArtifact(path(input, context))) {
      rows.push([line, inferenceRecordLine(record)]);
    }
    return rows;
  },
  'correlation.read_records': async (input, context) => {
    const rows: unknown[] = [];
    for await (const row of readInferenceRecords(path(input, context))) rows.push(row);
    return rows;
  },
  'correlation.scan': scan,
  'correlation.decode_sequence': (input) => decodeInferenceRecords(list(object(input)['records'])),
  'correlation.encode_sequence': (input) => {
    const { records, seed, commit } = object(input);
    const decoder = new CorrelationRecordDecoder();
    for (const row of list(seed ?? [])) decoder.decode(row);
    const encoder = new CorrelationRecordEncoder(decoder.registry);
    return list(records).map((record) =>
      commit === false ? encoder.prepare(object(record)) : encoder.encode(object(record)),
    );
  },
  'correlation.write_artifact': (input) => {
    const encoder = new CorrelationRecordEncoder();
    const lines: string[] = [];
    const rejected: unknown[] = [];
    for (const [index, record] of list(object(input)['records']).entries()) {
      try {
        const rows = encoder.prepare(object(record));
        lines.push(...rows.map(inferenceRecordLine));
        encoder.commit(rows);
      } catch (error) {
        if (!(error instanceof StormlogError)) throw error;
        rejected.push([index, pythonName(error)]);
      }
    }
    return { lines, rejected };
  },
  'correlation.context_id': (input) => contextId(parseContext(object(input)['context'])),
  'correlation.resolve': async (input, context) =>
    graphAnswer(await graphOf(input, context), object(input)['full'] === true),
  'correlation.account': async (input, context) => {
    const account = accountGpuTime(await graphOf(input, context));
    return {
      run_id: account.run_id,
      iterations: account.iterations.map(({ iteration_ref, elapsed_ns, gpu }) => ({
        ref: pair(iteration_ref),
        elapsed_ns,
        gpu: gpu.map(gpuAnswer),
      })),
      device_totals: account.device_totals.map(gpuAnswer),
      unattributed: account.unattributed.map(pair),
      unmeasured: account.unmeasured.map(pair),
    };
  },
  'correlation.validate_shares': async (input, context) => {
    const graph = await graphOf(input, context);
    const { iteration_ref, device_clock, shares, unattributed_ns } = object(input);
    const [device_uuid, clock_domain, clock_kind] = list(device_clock ?? []);
    const budget = validateRequestShares(graph, accountGpuTime(graph), {
      iteration_ref: ref(iteration_ref),
      device_clock: {
        device_uuid: String(device_uuid),
        clock_domain: String(clock_domain),
        ...(clock_kind === undefined ? {} : { clock_kind: clockKind(clock_kind) }),
      },
      shares: list(shares).map((share) => {
        const { request_ref, duration_ns, model, attempt_ref } = object(share);
        return {
          request_ref: ref(request_ref),
          attempt_ref: attempt_ref === null || attempt_ref === undefined ? null : ref(attempt_ref),
          // The operation's question is whether anything else is refused.
          duration_ns: duration_ns as bigint | number,
          model: model as string,
        };
      }),
      unattributed_ns: unattributed_ns as bigint | number,
    });
    const { device_clock: clock } = budget;
    return {
      iteration_ref: pair(budget.iteration_ref),
      device: [clock.device_uuid, clock.clock_domain, clock.clock_kind],
      budget_ns: budget.budget_ns,
      shares: budget.shares.map((share) => [
        pair(share.request_ref),
        pair(share.attempt_ref ?? null),
        share.duration_ns,
        share.model,
      ]),
      unattributed_ns: budget.unattributed_ns,
    };
  },
  'correlation.align': (input) => {
    const { timestamp_ns, from, to, alignments } = object(input);
    return alignTimestamp(timestamp_ns as bigint | number, {
      from: String(from),
      to: String(to),
      alignments: alignmentsOf(alignments),
    });
  },
  'correlation.covering_alignments': (input) => {
    const { timestamp_ns, from, to, alignments } = object(input);
    const timestamp = isInteger(timestamp_ns) ? timestamp_ns : Number(timestamp_ns);
    return coveringAlignments(timestamp, {
      from: String(from),
      to: String(to),
      alignments: alignmentsOf(alignments),
    }).map((event) => event.event_id);
  },
  'correlation.offset_bounds': (input) => {
    const event = parseInferenceRecord(object(input)['alignment']);
    if (event.event_type !== 'infer.clock_alignment' || !isAlignment(event))
      throw new ArgumentError('alignment', 'no alignment');
    return alignmentOffsetBounds(event);
  },
  'correlation.busy_intervals': (input) => {
    const event = parseInferenceRecord(object(input)['record']);
    if (!isInferenceEvent(event) || event.event_type !== 'infer.activity_ref') {
      throw new ArgumentError('record', 'no activity');
    }
    return activityBusyIntervals(event);
  },
  'clock.domain': (input) => {
    const { host, boot_id } = object(input);
    return wallClockDomain(String(host), typeof boot_id === 'string' ? boot_id : null);
  },
  'clock.is_boot_qualified': (input) => isBootQualified(String(object(input)['clock_domain'])),
};

async function scan(input: JsonValue, context: CaseContext): Promise<unknown> {
  const given = object(input);
  if (given['records'] !== undefined) {
    try {
      decodeInferenceRecords(list(given['records']));
      return { failed: null };
    } catch (error) {
      return { failed: { error: pythonName(error), record: placeOf(error)?.record ?? null } };
    }
  }
  const yielded: number[] = [];
  const source = path(input, context);
  try {
    const rows = given['typed'] === false ? readInferenceRecords(source) : readInferenceArtifact(source);
    for await (const { line } of rows) yielded.push(line);
    return { yielded, failed: null };
  } catch (error) {
    // The operation does not say what came before bad bytes, nor where they lie.
    if (error instanceof StormlogError && error.code === 'not_utf8') {
      return { yielded: null, failed: { error: 'UnicodeDecodeError', line: null } };
    }
    return { yielded, failed: { error: pythonName(error), line: placeOf(error)?.line ?? null } };
  }
}

const verdict = (record: JsonValue): string => {
  try {
    return typed(parseInferenceRecord(record)).kind;
  } catch (error) {
    return pythonName(error);
  }
};

function placeOf(error: unknown): InvalidRecordError | ConflictError | null {
  return error instanceof InvalidRecordError || error instanceof ConflictError ? error : null;
}

/** The class that the Python package raises for an error that stands inside a result. */
function pythonName(error: unknown): string {
  if (error instanceof InvalidRecordError || error instanceof ConflictError) return 'ValueError';
  throw error;
}

function typed(record: InferenceRecord): { kind: string; record: InferenceRecord; elapsed_ns: bigint | null } {
  return { kind: isInferenceEvent(record) ? 'event' : 'legacy', record, elapsed_ns: elapsedNs(record) };
}

async function graphOf(input: JsonValue, context: CaseContext) {
  const { records } = object(input);
  if (records === undefined) return resolveInferenceEvents(await loadInferenceArtifact(path(input, context)));
  return resolveInferenceEvents(eventsOf(list(records)));
}

function eventsOf(rows: readonly JsonValue[]): InferenceRecord[] {
  const decoder = new CorrelationRecordDecoder();
  return rows.map((row) => decoder.decodeEvent(row)).filter((record) => record !== null);
}

function alignmentsOf(rows: JsonValue | undefined): ClockAlignmentEvent[] {
  return eventsOf(list(rows)).filter(isAlignment);
}

function isAlignment(record: InferenceRecord): record is ClockAlignmentEvent {
  return isInferenceEvent(record) && record.event_type === 'infer.clock_alignment';
}

function graphAnswer(graph: ReturnType<typeof resolveInferenceEvents>, full: boolean): unknown {
  const entry = (key: unknown, event: InferenceEvent) =>
    full ? { key, event_id: event.event_id, record: event } : { key, event_id: event.event_id };
  return {
    run_id: graph.run_id,
    requests: graph.requests.map((e) => entry([pair(e.request_ref), pair(e.attempt_ref)], e)),
    iterations: graph.iterations.map((e) => entry(pair(e.iteration_ref), e)),
    stages: graph.stages.map((e) => entry(pair(e.stage_ref), e)),
    memberships: graph.memberships.map((e) =>
      entry([pair(e.request_ref), pair(e.attempt_ref), pair(e.iteration_ref), e.role], e),
    ),
    activities: graph.activities.map((e) => entry(pair(e.activity_ref), e)),
    alignments: graph.alignments.map((e) =>
      entry(
        [
          e.context.session_id,
          e.context.producer_id,
          e.from_clock_domain,
          e.to_clock_domain,
          e.offset_ns,
          e.uncertainty_ns,
          e.valid_from_ns,
          e.valid_to_ns,
        ],
        e,
      ),
    ),
    unresolved: graph.unresolved.map(({ event_id, kind, ref: missing }) => [event_id, kind, pair(missing)]),
  };
}

function gpuAnswer(time: GpuTime): unknown {
  const { device_uuid, clock_domain, clock_kind, ...sums } = time;
  return { device: [device_uuid, clock_domain, clock_kind], ...sums };
}

function pair(reference: EntityRef | null): unknown {
  return reference === null ? null : [reference.producer_id, reference.id];
}

function ref(value: JsonValue | undefined): EntityRef {
  const [producer_id, id] = list(value);
  return { producer_id: String(producer_id), id: String(id) };
}

function clockKind(value: JsonValue): 'monotonic' | 'wall' | 'device' {
  return value === 'wall' || value === 'device' ? value : 'monotonic';
}

function path(input: JsonValue, { directory }: CaseContext): string {
  return join(directory, String(object(input)['path']));
}

function object(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  throw new InvalidRecordError('record_not_object', 'a record must be an object');
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  throw new ArgumentError('records', 'a list was expected');
}
