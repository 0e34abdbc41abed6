import type { TelemetryEvent } from '../event/telemetry-event.ts';

/** Counts events and keeps the earliest and latest time, whatever the order they come in. */
export class EventSpan {
  events = 0;
  samples = 0;
  firstNs: bigint | null = null;
  lastNs: bigint | null = null;

  add(event: TelemetryEvent): void {
    this.events++;
    if (event.event_type === 'sample') this.samples++;
    const time = event.timestamp_ns;
    if (this.lastNs === null) {
      this.firstNs = time;
      this.lastNs = time;
    } else if (time >= this.lastNs) this.lastNs = time;
    else if (this.firstNs === null || time < this.firstNs) this.firstNs = time;
  }

  merge(other: EventSpan): void {
    this.events += other.events;
    this.samples += other.samples;
    if (other.firstNs !== null && (this.firstNs === null || other.firstNs < this.firstNs)) this.firstNs = other.firstNs;
    if (other.lastNs !== null && (this.lastNs === null || other.lastNs > this.lastNs)) this.lastNs = other.lastNs;
  }
}
