import { isBlank, lowerCase, stripWhiteSpace } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { SessionRollup } from './rollup-schema.ts';

const DEGRADED = 'collector_degraded';
const RECOVERED = 'collector_recovered';

interface Transition {
  readonly timeNs: bigint;
  readonly isDegraded: boolean;
}

/** True for an event that tells of a change in the collector's health. */
export function isHealthTransition(event: TelemetryEvent): boolean {
  return event.event_type === DEGRADED || event.event_type === RECOVERED;
}

/** What the events of a session tell about the health of their collector. */
export class HealthTimeline {
  readonly #transitions: Transition[] = [];
  #status: { readonly timeNs: bigint; readonly word: string } | null = null;

  add(event: TelemetryEvent): void {
    const word = statusOf(event);
    if (word !== null) this.#setStatus(event.timestamp_ns, word);
    if (isHealthTransition(event)) {
      this.#transitions.push({ timeNs: event.timestamp_ns, isDegraded: event.event_type === DEGRADED });
    }
  }

  /** Adds what was met after everything here. */
  merge(later: HealthTimeline): void {
    for (const transition of later.#transitions) this.#transitions.push(transition);
    if (later.#status !== null) this.#setStatus(later.#status.timeNs, later.#status.word);
  }

  /** @param endNs the end of the session, until when a degradation lasts that nothing ended; null without any event */
  toRollup(endNs: bigint | null): SessionRollup['collector_health'] {
    let degraded = 0;
    let degradedTime = 0n;
    let since: bigint | null = null;
    const ordered = [...this.#transitions].sort(byTime);
    for (const { timeNs, isDegraded } of ordered) {
      if (isDegraded) {
        degraded++;
        since = timeNs;
      } else if (since !== null) {
        degradedTime += timeNs > since ? timeNs - since : 0n;
        since = null;
      }
    }
    if (since !== null && endNs !== null && endNs > since) degradedTime += endNs - since;
    return {
      transition_count: ordered.length,
      degraded_count: degraded,
      recovered_count: ordered.length - degraded,
      degraded_time_ns: degradedTime,
      last_status: this.#status?.word ?? null,
    };
  }

  #setStatus(timeNs: bigint, word: string): void {
    if (this.#status === null || timeNs >= this.#status.timeNs) this.#status = { timeNs, word };
  }
}

function statusOf(event: TelemetryEvent): string | null {
  if (event.event_type === DEGRADED) return 'degraded';
  if (event.event_type === RECOVERED) return 'healthy';
  const status = event.metadata['collector_health_status'];
  return typeof status === 'string' && !isBlank(status) ? lowerCase(stripWhiteSpace(status)) : null;
}

function byTime(left: Transition, right: Transition): number {
  return left.timeNs < right.timeNs ? -1 : left.timeNs > right.timeNs ? 1 : 0;
}
