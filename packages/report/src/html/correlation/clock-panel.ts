import {
  type ActivityReferenceEvent,
  activityBusyIntervals,
  alignTimestamp,
  coveringAlignments,
  type EntityRef,
  type InferenceEvent,
  type InferenceGraph,
  type Interval,
} from '@stormlog/correlation-events';

/** Something with a name and two ends on the clock of its panel. */
export interface Bar {
  readonly name: string;
  readonly start: bigint;
  readonly end: bigint;
}

/** A request with what happened in it. */
export interface RequestBar extends Bar {
  readonly stages: readonly Bar[];
}

/** The activity of one GPU. */
export interface DeviceLane {
  readonly device_uuid: string;
  /** Of activities that belong to an iteration, ascending, without overlaps. */
  readonly linked: readonly Interval[];
  /** Of all activities, likewise. */
  readonly all: readonly Interval[];
}

/** What can be shown on one time axis: clocks are brought together only where an alignment says how they stand. */
export interface ClockPanel {
  readonly clock: string;
  /** Clocks that were brought onto this one by alignments. */
  readonly aligned: readonly string[];
  readonly start: bigint;
  readonly end: bigint;
  readonly devices: readonly DeviceLane[];
  /** By producer, names of iterations without it. */
  readonly iterations: ReadonlyMap<string, readonly Bar[]>;
  readonly requests: readonly RequestBar[];
}

interface Collected {
  readonly aligned: Set<string>;
  readonly linked: Map<string, Interval[]>;
  readonly all: Map<string, Interval[]>;
  readonly iterations: Map<string, Bar[]>;
  readonly requests: RequestBar[];
}

/** The panels of a run: that of the clock with most GPU activity first. */
export function clockPanels(graph: InferenceGraph): ClockPanel[] {
  const main = mainClock(graph);
  const found = new Map<string, Collected>();
  const place = (event: InferenceEvent, at: bigint): { readonly panel: Collected; readonly shift: bigint } => {
    const { clock_domain: from, clock_kind } = event.context;
    const shift = main === null || from === main ? 0n : shiftTo(main, from, at, graph);
    const clock = shift === null ? from : (main ?? from);
    const panel = found.get(clock) ?? {
      aligned: new Set(),
      linked: new Map(),
      all: new Map(),
      iterations: new Map(),
      requests: [],
    };
    found.set(clock, panel);
    if (clock !== from) panel.aligned.add(`${from} (${clock_kind})`);
    return { panel, shift: shift ?? 0n };
  };
  for (const activity of graph.activities) {
    const uuid = activity.context.device_uuid;
    const intervals = isMeasured(activity) ? activityBusyIntervals(activity) : null;
    if (uuid === null || intervals === null || intervals.length === 0) continue;
    const { panel, shift } = place(activity, intervals[0]![0]);
    for (const [start, end] of intervals) {
      const moved: Interval = [start + shift, end + shift];
      append(panel.all, uuid, moved);
      if (activity.iteration_ref !== null) append(panel.linked, uuid, moved);
    }
  }
  for (const iteration of graph.iterations) {
    if (iteration.start_ns === null || iteration.end_ns === null) continue;
    const { panel, shift } = place(iteration, iteration.start_ns);
    append(panel.iterations, iteration.iteration_ref.producer_id, {
      name: iteration.iteration_ref.id,
      start: iteration.start_ns + shift,
      end: iteration.end_ns + shift,
    });
  }
  const stages = stagesByRequest(graph);
  for (const request of graph.requests) {
    if (request.start_ns === null || request.end_ns === null) continue;
    const { panel, shift } = place(request, request.start_ns);
    const own = (stages.get(keyOf(request.request_ref)) ?? []).flatMap((stage): Bar[] =>
      stage.start_ns === null || stage.end_ns === null || stage.context.clock_domain !== request.context.clock_domain
        ? []
        : [{ name: stage.name, start: stage.start_ns + shift, end: stage.end_ns + shift }],
    );
    panel.requests.push({
      name: request.request_ref.id,
      start: request.start_ns + shift,
      end: request.end_ns + shift,
      stages: own,
    });
  }
  return [...found]
    .map(([clock, panel]) => finished(clock, panel))
    .sort((left, right) => Number(right.clock === main) - Number(left.clock === main));
}

function finished(clock: string, { aligned, linked, all, iterations, requests }: Collected): ClockPanel {
  const devices = [...all.keys()].sort().map((uuid) => ({
    device_uuid: uuid,
    linked: merged(linked.get(uuid) ?? []),
    all: merged(all.get(uuid)!),
  }));
  let start: bigint | null = null;
  let end: bigint | null = null;
  const reach = (from: bigint, to: bigint): void => {
    if (start === null || from < start) start = from;
    if (end === null || to > end) end = to;
  };
  for (const { all: intervals } of devices) reach(intervals[0]![0], intervals.at(-1)![1]);
  for (const bars of [...iterations.values(), requests]) for (const bar of bars) reach(bar.start, bar.end);
  return {
    clock,
    aligned: [...aligned].sort(),
    start: start ?? 0n,
    end: end ?? 0n,
    devices,
    iterations,
    requests: [...requests].sort((left, right) => compare(left.start, right.start)),
  };
}

/** The clock on which most GPU activities were measured; without any, that of the iterations. */
function mainClock({ activities, iterations }: InferenceGraph): string | null {
  const counts = new Map<string, number>();
  for (const { context } of activities.length > 0 ? activities : iterations) {
    counts.set(context.clock_domain, (counts.get(context.clock_domain) ?? 0) + 1);
  }
  let most: string | null = null;
  for (const [domain, count] of counts) if (most === null || count > counts.get(most)!) most = domain;
  return most;
}

/** What to add to times of another clock; null when no single alignment covers the time. */
function shiftTo(to: string, from: string, at: bigint, { alignments }: InferenceGraph): bigint | null {
  if (at < 0n || alignments.length === 0) return null;
  const covering = coveringAlignments(at, { from, to, alignments });
  return covering.length === 1 ? alignTimestamp(at, { from, to, alignments }).value_ns - at : null;
}

/** As accounting has it: a wall clock can jump, so that no time is measured by it. */
function isMeasured({ activity_domain, context }: ActivityReferenceEvent): boolean {
  return activity_domain === 'gpu' && context.device_uuid !== null && context.clock_kind !== 'wall';
}

function stagesByRequest({ stages }: InferenceGraph): Map<string, InferenceGraph['stages'][number][]> {
  const byRequest = new Map<string, InferenceGraph['stages'][number][]>();
  for (const stage of stages) if (stage.request_ref !== null) append(byRequest, keyOf(stage.request_ref), stage);
  return byRequest;
}

function keyOf({ producer_id, id }: EntityRef): string {
  return JSON.stringify([producer_id, id]);
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The union of intervals, ascending. */
function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((left, right) => compare(left[0], right[0]));
  const union: [bigint, bigint][] = [];
  for (const [start, end] of sorted) {
    const last = union.at(-1);
    if (last === undefined || start > last[1]) union.push([start, end]);
    else if (end > last[1]) last[1] = end;
  }
  return union;
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
