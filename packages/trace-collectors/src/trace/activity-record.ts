import {
  type ActivityReferenceEvent,
  type CorrelationContext,
  parseInferenceRecord,
} from '@stormlog/correlation-events';
import type { JsonObject, JsonValue } from '@stormlog/records';
import { mergeIntervals } from '../intervals/merge-intervals.ts';
import { compareIds, type Id, idOf } from '../values/trace-values.ts';
import type { ActivityGroups } from './activity-groups.ts';
import type { ActivityLink } from './activity-links.ts';
import type { GpuTrace } from './gpu-trace.ts';

/** Producer of the records made of traces. */
export const TRACE_PRODUCER = 'stormlog.trace.kineto';

/** The record of a group, and how many events it holds (docs/formats/trace-collectors.md §6). */
export function activityRecord(
  trace: GpuTrace,
  groups: ActivityGroups,
  group: number,
  { launch, target }: ActivityLink,
  identity: { readonly eventId: string; readonly attachmentId: string | null; readonly context: CorrelationContext },
): { readonly record: ActivityReferenceEvent; readonly members: number } {
  const { events } = trace;
  const first = groups.first(group);
  let start = events.start(first);
  let end = events.end(first);
  let summed = end - start;
  let members = 1;
  const metadata: { [key: string]: JsonValue } = {};
  let stream = events.stream(first);
  let graph = events.graph(first);
  const isSole = groups.next(first) < 0;
  if (!isSole) {
    const intervals: [bigint, bigint][] = [[start, end]];
    const streams = new Set<Id>(stream === null ? [] : [stream]);
    for (let i = groups.next(first); i >= 0; i = groups.next(i)) {
      const interval: [bigint, bigint] = [events.start(i), events.end(i)];
      intervals.push(interval);
      if (interval[0] < start) start = interval[0];
      if (interval[1] > end) end = interval[1];
      summed += interval[1] - interval[0];
      members++;
      const other = events.stream(i);
      if (other !== null) streams.add(other);
      if (other !== events.stream(first)) stream = null;
      if (events.graph(i) !== events.graph(first)) graph = null;
    }
    const merged = mergeIntervals(intervals);
    const lengths = merged.map(([from, to]) => to - from);
    metadata['intervals'] = merged.map(([from], index) => [idOf(from - start), idOf(lengths[index]!)]);
    metadata['busy_ns'] = idOf(lengths.reduce((sum, length) => sum + length, 0n));
    if (streams.size > 1) metadata['streams'] = [...streams].sort(compareIds);
  }
  metadata['event_count'] = members;
  metadata['summed_duration_ns'] = idOf(summed);
  metadata['first_name'] = events.name(first);
  metadata['device_index'] = events.device(first);
  if (launch !== undefined) metadata['launch_api'] = trace.launches.name(launch);
  const isLinked = typeof target !== 'string';
  if (!isLinked) metadata['unresolved_reason'] = target;
  // The parser answers an event of the type that the row names.
  const record = parseInferenceRecord({
    schema_version: isSole ? 2 : 3,
    event_type: 'infer.activity_ref',
    context: identity.context,
    event_id: identity.eventId,
    metadata: metadata satisfies JsonObject,
    activity_ref: { producer_id: TRACE_PRODUCER, id: identity.eventId },
    activity_kind: events.kind(first),
    attribution_status: isLinked ? 'linked' : 'unresolved',
    activity_domain: 'gpu',
    iteration_ref: isLinked ? target : null,
    correlation_scope: null,
    trace_attachment_id: identity.attachmentId,
    runtime_correlation_id: null,
    cuda_correlation_id: events.correlation(first),
    stream_id: stream,
    graph_id: graph,
    start_ns: start,
    end_ns: end,
  }) as ActivityReferenceEvent;
  return { record, members };
}
