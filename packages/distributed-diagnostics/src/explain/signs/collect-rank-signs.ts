import { carriesCollectiveToken, memoryFeatureEnabled } from '@stormlog/gap-analysis';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { PhaseReplayIndex } from '@stormlog/timeline';
import type { DeviceSamples } from '../../model/split-devices.ts';
import type { EventMark } from '../cause.ts';
import { phaseColumnsOf } from './phase-columns.ts';
import type { DeviceSeries, RankSigns } from './rank-signs.ts';

const MOST_MARKS = 8;
const MOST_COLLECTIVES = 4096;
const ALERT_TYPES: ReadonlySet<string> = new Set(['warning', 'critical', 'error']);
const OUT_OF_MEMORY = /out of memory|\boom\b|oom[-_ ]?kill|cannot allocate/i;

/**
 * Collects the signs of one rank (docs/formats/causes.md §2); the columns of its devices are shared.
 *
 * @param sorted all events of the rank, ascending by time, at least one
 * @param others those that are no samples
 */
export function collectRankSigns(
  sorted: readonly TelemetryEvent[],
  others: readonly TelemetryEvent[],
  devices: readonly DeviceSamples[],
  phaseIndex: PhaseReplayIndex,
): RankSigns {
  const last = sorted.at(-1)!;
  return {
    host: last.host,
    pid: last.pid,
    sampling_interval_ms: last.sampling_interval_ms,
    stopped: last.event_type === 'stop',
    marks: marksOf(others),
    series: devices.map(seriesOf),
    phases: phaseColumnsOf(sorted, phaseIndex),
    collectives_ns: collectivesOf(others),
  };
}

function marksOf(others: readonly TelemetryEvent[]): EventMark[] {
  const marks: EventMark[] = [];
  for (let i = others.length - 1; i >= 0 && marks.length < MOST_MARKS; i--) {
    const { timestamp_ns, event_type, context } = others[i]!;
    if (!ALERT_TYPES.has(event_type) && !(context !== null && OUT_OF_MEMORY.test(context))) continue;
    marks.push({ timestamp_ns, event_type, context: (context ?? '').slice(0, 400) });
  }
  return marks.reverse();
}

function seriesOf({ host, device_id, columns }: DeviceSamples): DeviceSeries {
  const { samples, timestamps, allocated, reserved, used } = columns;
  let total: number | null = null;
  for (const { device_total_bytes: size } of samples) if (size !== null && size > (total ?? 0)) total = size;
  const fragmentation = samples[0] !== undefined && memoryFeatureEnabled(samples[0], 'supports_fragmentation_analysis');
  return {
    host,
    device_id,
    device_total_bytes: total,
    timestamps_ns: timestamps,
    allocated,
    reserved,
    device_used: used,
    fragmentation,
  };
}

function collectivesOf(others: readonly TelemetryEvent[]): bigint[] {
  const times: bigint[] = [];
  for (const event of others) {
    if (times.length === MOST_COLLECTIVES) break;
    if (carriesCollectiveToken(event)) times.push(event.timestamp_ns);
  }
  return times;
}
