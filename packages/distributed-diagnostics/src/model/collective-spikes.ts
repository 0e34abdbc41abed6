import {
  type CollectiveRankSpikes,
  collectCollectiveSamples,
  detectCollectiveSpikes,
  resolveCollectiveAttributionConfig,
} from '@stormlog/gap-analysis';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { PhaseReplayIndex } from '@stormlog/timeline';
import { isSampleEvent } from './is-sample-event.ts';
import { hasAllCounters } from './rank-candidates.ts';
import type { DeviceSamples } from './split-devices.ts';

/** How sensitive the attribution to collectives is. */
export const COLLECTIVE_CONFIG = resolveCollectiveAttributionConfig('medium');

/**
 * Spikes of hidden memory of a rank, one entry a device (docs/formats/distributed-diagnostics.md §9.3). Only events with
 * allocated, reserved and used are seen; the collectives of the whole rank count for each of its devices.
 */
export function collectiveSpikesOf(
  events: readonly TelemetryEvent[],
  devices: readonly DeviceSamples[],
  phaseIndex: PhaseReplayIndex,
): CollectiveRankSpikes[] {
  const rank = events[0]?.rank;
  const complete = events.every(hasAllCounters) ? events : events.filter(hasAllCounters);
  if (rank === undefined || complete.length === 0) return [];
  const whole = collectCollectiveSamples(rank, complete);
  if (devices.length < 2) return [detectCollectiveSpikes(whole, COLLECTIVE_CONFIG, { phaseIndex })];
  return devices.map((device) => {
    const own = complete.filter(
      (event) => !isSampleEvent(event) || (event.device_id === device.device_id && event.host === device.host),
    );
    const samples = { ...collectCollectiveSamples(rank, own), communication_times_ns: whole.communication_times_ns };
    return detectCollectiveSpikes(samples, COLLECTIVE_CONFIG, { phaseIndex });
  });
}
