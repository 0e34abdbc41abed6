import { printablePath, readJsonDocument } from '@stormlog/files';
import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { MAX_WORLD_SIZE } from '@stormlog/telemetry';
import type { DistributedSession } from '../load/artifact-load-result.ts';
import type { LoadContext } from '../load/load-context.ts';
import { mergeEvents } from '../merge/merge-events.ts';
import type { RankAllocator } from '../ranks/rank-allocator.ts';
import { rankFromPath } from '../ranks/rank-from-path.ts';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';
import { member, timelineHints } from './timeline-hints.ts';
import { readTimelineSamples, type TimelineColumns, type TimelineFault, timelineEvents } from './timeline-samples.ts';
import { type TimelineIdentity, timelineSummary } from './timeline-summary.ts';

/**
 * Makes a session of a bundle's `telemetry_timeline.json` (docs/formats/distributed-diagnostics.md §4). Whatever is wrong
 * with it becomes a warning; a sample that cannot be used costs only itself.
 *
 * @param path as it was found
 * @returns one session, or none
 */
export async function synthesizeTimeline(path: string, context: LoadContext): Promise<DistributedSession[]> {
  const payload = await readPayload(path, context);
  const columns = payload === null ? null : columnsOf(payload, path, context);
  if (payload === null || columns === null) return [];

  const { identity, source } = identify(path, payload, context.allocator);
  if (identity.world_size > MAX_WORLD_SIZE) {
    return refuse(
      context,
      timelineWarning(
        'timeline_refused',
        path,
        `a world size of ${identity.world_size} is not believed (limit ${MAX_WORLD_SIZE})`,
      ),
    );
  }
  context.allocator.register(identity);
  const { samples, faults } = readTimelineSamples(columns);
  const first = samples[0];
  if (first === undefined) return refuse(context, refusal(path, faults));

  const summary = await timelineSummary(path, identity, first.timestampNs, context);
  const made = timelineEvents(samples, summary);
  const allFaults = [...faults, ...made.faults].sort((left, right) => left.index - right.index);
  if (made.events.length === 0) return refuse(context, refusal(path, allFaults));
  if (allFaults.length > 0) context.warn(skippedSamples(path, allFaults));
  for (const unusable of made.unusableCounters.slice(0, 1)) {
    context.warn({
      ...timelineWarning(
        'counter_unusable',
        path,
        `${unusable.field} ${unusable.value} cannot be a number of bytes and was read as not measured (${made.unusableCounters.length} such counters)`,
      ),
      field: unusable.field,
      count: made.unusableCounters.length,
    });
  }
  context.warn({
    code: 'timeline_synthesized',
    message: `${printablePath(path)}: samples were made of the timeline, as rank ${identity.rank} of ${identity.world_size} (${SOURCE_TEXT[source]}), session ${summary.session_id}, ${summary.status}.`,
    rank: identity.rank,
    world_size: identity.world_size,
    rank_source: source,
    session_id: summary.session_id,
    status: summary.status,
  });
  return [{ summary, events: mergeEvents([made.events]).events, sources_loaded: [path], warnings: [] }];
}

async function readPayload(path: string, context: LoadContext): Promise<JsonObject | null> {
  let payload: JsonValue;
  try {
    payload = await readJsonDocument(path, {
      signal: context.options.signal,
      chunkBytes: context.options.chunkBytes,
      onProgress: (progress) => context.progress({ path, ...progress }),
    });
  } catch (error) {
    context.warn(timelineWarning('timeline_unreadable', path, context.causeOf(error)));
    return null;
  }
  if (isJsonObject(payload)) return payload;
  context.warn(timelineWarning('timeline_not_object', path, 'the timeline is not a JSON object'));
  return null;
}

function columnsOf(payload: JsonObject, path: string, context: LoadContext): TimelineColumns | null {
  const timestamps = member(payload, 'timestamps');
  const allocated = member(payload, 'allocated');
  const reserved = member(payload, 'reserved');
  if (!Array.isArray(timestamps) || !Array.isArray(allocated)) {
    context.warn(timelineWarning('timeline_bad_shape', path, 'timestamps and allocated must both be lists'));
    return null;
  }
  if (timestamps.length === 0 || allocated.length === 0) {
    context.warn(timelineWarning('timeline_empty', path, 'the timeline has no samples'));
    return null;
  }
  const reservedList: readonly JsonValue[] = Array.isArray(reserved) ? reserved : allocated;
  if (reservedList.length === 0) {
    context.warn(
      timelineWarning('timeline_unaligned', path, 'the list of reserved memory is empty, so no sample is complete'),
    );
    return null;
  }
  return { timestamps, allocated, reserved: reservedList };
}

type RankSource = 'payload' | 'path' | 'allocator';

const SOURCE_TEXT: Readonly<Record<RankSource, string>> = {
  payload: 'as the timeline says',
  path: 'from the path',
  allocator: 'the smallest free rank, for nothing names one',
};

function identify(
  path: string,
  payload: JsonObject,
  allocator: RankAllocator,
): { readonly identity: TimelineIdentity; readonly source: RankSource } {
  const hints = timelineHints(payload);
  const fromPath = hints.rank === null ? rankFromPath(path) : null;
  const rank = hints.rank ?? (fromPath === null ? allocator.nextFree() : Number(fromPath));
  const localRank = hints.localRank ?? rank;
  const worldSize = Math.max(
    hints.worldSize ?? 0,
    rank + 1,
    localRank + 1,
    allocator.maxWorldSize,
    allocator.countWith(rank),
  );
  return {
    identity: { rank, local_rank: localRank, world_size: worldSize },
    source: hints.rank !== null ? 'payload' : fromPath !== null ? 'path' : 'allocator',
  };
}

function skippedSamples(path: string, faults: readonly TimelineFault[]): DiagnosticsWarning {
  return {
    ...timelineWarning(
      'timeline_samples_skipped',
      path,
      `${placesOf(faults)}; the other samples are used`,
      faults[0]!.cause,
    ),
    index: faults[0]!.index,
    count: faults.length,
  };
}

function refusal(path: string, faults: readonly TimelineFault[]): DiagnosticsWarning {
  return timelineWarning('timeline_refused', path, `no sample can be used: ${placesOf(faults)}`, faults[0]!.cause);
}

const LISTED = 3;

function placesOf(faults: readonly TimelineFault[]): string {
  const listed = faults.slice(0, LISTED).map(({ index, cause }) => `sample [${index}]: ${cause}`);
  const more = faults.length - listed.length;
  return `${listed.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function timelineWarning(code: string, path: string, what: string, cause?: string): DiagnosticsWarning {
  return { code, message: `${printablePath(path)}: ${what}.`, path, ...(cause === undefined ? {} : { cause }) };
}

function refuse(context: LoadContext, warning: DiagnosticsWarning): [] {
  context.warn(warning);
  return [];
}
