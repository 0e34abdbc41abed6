import { compareCodePoints } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { DeviceDiagnostics } from './distributed-model.ts';
import { SampleColumns } from './sample-columns.ts';

/** The samples of one device of a rank, ascending by time. */
export interface DeviceSamples {
  readonly host: string;
  readonly device_id: number;
  readonly columns: SampleColumns;
}

/** Splits the samples of a rank by device: a device is its host and its id there. Ascending by host, then id. */
export function splitDevices(columns: SampleColumns): DeviceSamples[] {
  const { samples } = columns;
  const first = samples[0];
  if (first === undefined) return [];
  if (samples.every((sample) => sample.device_id === first.device_id && sample.host === first.host)) {
    return [{ host: first.host, device_id: first.device_id, columns }];
  }
  const devices = new Map<string, TelemetryEvent[]>();
  for (const sample of samples) {
    const key = `${sample.device_id}@${sample.host}`;
    const own = devices.get(key);
    if (own === undefined) devices.set(key, [sample]);
    else own.push(sample);
  }
  return [...devices.values()]
    .map((own) => ({ host: own[0]!.host, device_id: own[0]!.device_id, columns: new SampleColumns(own) }))
    .sort((left, right) => compareCodePoints(left.host, right.host) || left.device_id - right.device_id);
}

/**
 * The device whose figures stand for a rank with several: the one with the largest absolute gap, among equals the one
 * that grew most, among those the first (docs/formats/distributed-diagnostics.md §9.4).
 */
export function decidingDevice(devices: readonly DeviceDiagnostics[]): DeviceDiagnostics {
  return devices.reduce((best, device) => {
    const order =
      (device.hidden_gap_peak_abs_bytes ?? -1) - (best.hidden_gap_peak_abs_bytes ?? -1) ||
      growthOf(device) - growthOf(best);
    return order > 0 ? device : best;
  });
}

function growthOf(device: DeviceDiagnostics): number {
  return device.allocated_delta_bytes ?? device.device_used_delta_bytes ?? Number.MIN_SAFE_INTEGER;
}
