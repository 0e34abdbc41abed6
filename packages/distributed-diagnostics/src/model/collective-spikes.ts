import {
  type CollectiveAttributionConfig,
  type CollectiveRankSamples,
  type CollectiveRankSpikes,
  carriesCollectiveToken,
  detectCollectiveSpikes,
  resolveCollectiveAttributionConfig,
} from '@stormlog/gap-analysis';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { PhaseReplayIndex } from '@stormlog/timeline';
import type { DeviceSamples } from './split-devices.ts';

let config: CollectiveAttributionConfig | undefined;

/** How sensitive the attribution to collectives is; made when it is first asked for, since nothing works at import. */
export function collectiveConfig(): CollectiveAttributionConfig {
  config ??= resolveCollectiveAttributionConfig('medium');
  return config;
}

/**
 * Spikes of hidden memory of a rank, one entry a device (docs/formats/distributed-diagnostics.md §9.3). Only events with
 * allocated, reserved and used are seen; the collectives of the whole rank count for each of its devices.
 *
 * @param events all events of the rank, ascending by time
 */
export function collectiveSpikesOf(
  events: readonly TelemetryEvent[],
  devices: readonly DeviceSamples[],
  phaseIndex: PhaseReplayIndex,
): CollectiveRankSpikes[] {
  const rank = events[0]?.rank;
  if (rank === undefined) return [];
  const common = { rank, ...contextOf(events) };
  if (common.first_timestamp_ns === null) return [];
  // A rank without samples has no spikes, but it counts as one of the ranks.
  const none = { timestamps_ns: [], gap_bytes: new Float64Array(), gap_ratios: new Float64Array(), session_ids: [] };
  const series = devices.length === 0 ? [none] : devices.map(seriesOf);
  return series.map((each) => detectCollectiveSpikes({ ...common, ...each }, collectiveConfig(), { phaseIndex }));
}

type RankContext = Pick<CollectiveRankSamples, 'first_timestamp_ns' | 'world_size' | 'communication_times_ns'>;
type DeviceSeries = Pick<CollectiveRankSamples, 'timestamps_ns' | 'gap_bytes' | 'gap_ratios' | 'session_ids'>;

/** What the events of a rank, of any type, say of its surroundings. */
function contextOf(events: readonly TelemetryEvent[]): RankContext {
  const communications: bigint[] = [];
  let first: bigint | null = null;
  let worldSize = 0;
  for (const event of events) {
    if (
      event.allocator_allocated_bytes === null ||
      event.allocator_reserved_bytes === null ||
      event.device_used_bytes === null
    ) {
      continue;
    }
    first ??= event.timestamp_ns;
    if (event.world_size > worldSize) worldSize = event.world_size;
    if (carriesCollectiveToken(event)) communications.push(event.timestamp_ns);
  }
  return { first_timestamp_ns: first, world_size: worldSize, communication_times_ns: communications };
}

/** The samples of a device that have all three counters. */
function seriesOf({ columns }: DeviceSamples): DeviceSeries {
  const { samples, timestamps, allocated, gap, gapRatio } = columns;
  const isComplete = (_value: unknown, i: number): boolean => !Number.isNaN(allocated[i]!) && !Number.isNaN(gap[i]!);
  const isWhole = gap.every(isComplete);
  return {
    timestamps_ns: isWhole ? timestamps : timestamps.filter(isComplete),
    gap_bytes: positive(isWhole ? gap.slice() : gap.filter(isComplete)),
    gap_ratios: positive(isWhole ? gapRatio.slice() : gapRatio.filter(isComplete)),
    session_ids: (isWhole ? samples : samples.filter(isComplete)).map((sample) => sample.session_id),
  };
}

/** The column with 0 for what is negative; what is unknown stays so. */
function positive(column: Float64Array): Float64Array {
  for (let i = 0; i < column.length; i++) if (column[i]! < 0) column[i] = 0;
  return column;
}
