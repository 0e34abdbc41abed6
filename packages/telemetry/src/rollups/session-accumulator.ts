import { compareCodePoints, isBlank } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import { eventSeverity, isAlertEvent, isOomEvent } from '../classification/classify-event.ts';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { EventSpan } from './event-span.ts';
import { HealthTimeline, isHealthTransition } from './health-timeline.ts';
import { CounterPeaks } from './peak.ts';
import { RankAccumulator, rankIdentity } from './rank-accumulator.ts';
import { type SessionRollup, sortedCounts } from './rollup-schema.ts';
import { WindowAccumulator } from './window-accumulator.ts';

/**
 * Gathers the rollup of one session while its events pass by, in memory that grows with its ranks and windows, not with its
 * events. They may come in any order; of events of one time, those that come first count as earlier
 * (docs/formats/rollups.md §2).
 */
export class SessionRollupAccumulator {
  readonly #startedAtNs: bigint;
  readonly #windowNs: bigint;
  readonly #span = new EventSpan();
  readonly #peaks = new CounterPeaks();
  readonly #severities = new Map<string, number>();
  readonly #alertTypes = new Map<string, number>();
  readonly #health = new HealthTimeline();
  #ooms = 0;
  readonly #bundles = new Set<string>();
  readonly #ranks = new Map<number, RankAccumulator>();
  readonly #windows = new Map<bigint, WindowAccumulator>();
  #window: WindowAccumulator | null = null;
  #windowStartNs = 0n;
  #windowEndNs = 0n;

  /**
   * @param startedAtNs the session's start, which windows are counted from
   * @param windowNs length of a window, above 0
   */
  constructor(startedAtNs: bigint, windowNs: bigint) {
    this.#startedAtNs = startedAtNs;
    this.#windowNs = windowNs;
  }

  add(event: TelemetryEvent): void {
    this.#span.add(event);
    this.#peaks.add(event);
    this.#health.add(event);
    const kinds = {
      isAlert: isAlertEvent(event),
      isTransition: isHealthTransition(event),
      isOom: isOomEvent(event),
    };
    if (kinds.isAlert) this.#addAlert(event);
    if (kinds.isOom) this.#addOom(event);
    this.#rankOf(event).add(event);
    this.#windowOf(event.timestamp_ns).add(event, kinds);
  }

  /** Adds the events of another part of the session, which come after everything here. */
  merge(later: SessionRollupAccumulator): void {
    this.#span.merge(later.#span);
    this.#peaks.merge(later.#peaks);
    this.#health.merge(later.#health);
    for (const [severity, count] of later.#severities) increase(this.#severities, severity, count);
    for (const [type, count] of later.#alertTypes) increase(this.#alertTypes, type, count);
    this.#ooms += later.#ooms;
    for (const path of later.#bundles) this.#bundles.add(path);
    for (const [rank, part] of later.#ranks) getOrCreate(this.#ranks, rank, () => part.emptyCopy()).merge(part);
    for (const [index, part] of later.#windows) {
      getOrCreate(this.#windows, index, () => new WindowAccumulator(index)).merge(part);
    }
  }

  /** @throws InvalidRecordError `number_out_of_range` when windows are so short that their numbers are beyond 2^53−1 */
  toRollup(session: SessionSummary, sourcesLoaded: readonly string[], warnings: readonly string[]): SessionRollup {
    const span = this.#span;
    return {
      session,
      event_count: span.events,
      sample_count: span.samples,
      first_timestamp_ns: span.firstNs,
      last_timestamp_ns: span.lastNs,
      source_count: sourcesLoaded.length,
      sources_loaded: [...sourcesLoaded].sort(compareCodePoints),
      warnings: [...warnings],
      counters: this.#peaks.toCounters(),
      alerts: {
        total_count: [...this.#alertTypes.values()].reduce((sum, count) => sum + count, 0),
        severity_counts: sortedCounts(this.#severities),
        event_type_counts: sortedCounts(this.#alertTypes),
      },
      // An end of 0 is no end.
      collector_health: this.#health.toRollup(session.ended_at_ns || span.lastNs),
      oom: { marker_count: this.#ooms, event_count: this.#ooms, bundle_path_count: this.#bundles.size },
      ranks: [...this.#ranks].sort(([left], [right]) => left - right).map(([, rank]) => rank.toRollup()),
      windows: [...this.#windows.values()]
        .sort((left, right) => (left.index < right.index ? -1 : 1))
        .map((window) => window.toRollup(this.#startedAtNs, this.#windowNs)),
    };
  }

  #addAlert(event: TelemetryEvent): void {
    increase(this.#severities, eventSeverity(event), 1);
    increase(this.#alertTypes, event.event_type, 1);
  }

  #addOom(event: TelemetryEvent): void {
    this.#ooms++;
    const path = event.metadata['oom_dump_path'];
    if (typeof path === 'string' && !isBlank(path)) this.#bundles.add(path);
  }

  #rankOf(event: TelemetryEvent): RankAccumulator {
    return getOrCreate(this.#ranks, event.rank, () => new RankAccumulator(rankIdentity(event)));
  }

  #windowOf(timeNs: bigint): WindowAccumulator {
    const known = this.#window;
    if (known !== null && timeNs >= this.#windowStartNs && timeNs < this.#windowEndNs) return known;
    const elapsedNs = timeNs - this.#startedAtNs;
    const index = elapsedNs <= 0n ? 0n : elapsedNs / this.#windowNs;
    const window = getOrCreate(this.#windows, index, () => new WindowAccumulator(index));
    this.#window = window;
    this.#windowStartNs = this.#startedAtNs + index * this.#windowNs;
    this.#windowEndNs = this.#windowStartNs + this.#windowNs;
    return window;
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
