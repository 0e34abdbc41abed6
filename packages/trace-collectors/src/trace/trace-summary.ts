import type { JsonObject, JsonValue } from '@stormlog/records';
import type { DeviceResolution } from '../devices/device-resolution.ts';
import { IntervalUnion } from '../intervals/interval-union.ts';
import { type Id, idOf } from '../values/trace-values.ts';
import type { GpuTrace } from './gpu-trace.ts';

interface DeviceTimes {
  readonly name: string | null;
  readonly uuid: string | null;
  readonly source: string | null;
  readonly busy: IntervalUnion;
  readonly spans: IntervalUnion;
  summed: bigint;
}

/** The GPU time of each device of a trace (docs/formats/trace-collectors.md §8). */
export class DeviceSummaries {
  readonly #devices = new Map<string, DeviceTimes>();
  readonly #trace: GpuTrace;
  readonly #resolution: DeviceResolution;

  constructor(trace: GpuTrace, resolution: DeviceResolution) {
    this.#trace = trace;
    this.#resolution = resolution;
  }

  addEvent(event: number): void {
    const { events } = this.#trace;
    const times = this.#timesOf(events.pid(event), events.device(event));
    const [start, end] = [events.start(event), events.end(event)];
    times.busy.add(start, end);
    times.summed += end - start;
  }

  addSpan(pid: Id | null, device: Id | null, start: bigint, end: bigint): void {
    this.#timesOf(pid, device).spans.add(start, end);
  }

  toJson(): JsonObject {
    const entries = [...this.#devices].map(
      ([key, { name, uuid, source, busy, spans, summed }]): [string, JsonValue] => [
        key,
        {
          name,
          device_uuid: uuid,
          device_uuid_source: source,
          busy_ns: idOf(busy.length()),
          launch_span_ns: idOf(spans.length()),
          summed_ns: idOf(summed),
        },
      ],
    );
    return Object.fromEntries(entries);
  }

  #timesOf(pid: Id | null, device: Id | null): DeviceTimes {
    const ordinal = device === null ? 'None' : String(device);
    const key = pid === null ? ordinal : `${pid}/${ordinal}`;
    const known = this.#devices.get(key);
    if (known !== undefined) return known;
    const resolved = this.#resolution.resolve(pid, pid, device);
    const headerName = device === null ? undefined : this.#trace.deviceNames.get(device);
    const times: DeviceTimes = {
      name: this.#trace.deviceOf(pid, device)?.name ?? headerName ?? null,
      uuid: resolved?.uuid ?? null,
      source: resolved?.source ?? null,
      busy: new IntervalUnion(),
      spans: new IntervalUnion(),
      summed: 0n,
    };
    this.#devices.set(key, times);
    return times;
  }
}
