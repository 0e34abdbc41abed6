import { compareCodePoints } from '@stormlog/records';
import { compareSessionSummaries, inferSessionSummary, type SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { sortEventsByTime } from '../merge/sort-events-by-time.ts';
import type { LoadedSession } from './loaded-session.ts';

/** Collects events by session, with the files they came from. */
export class SessionGroups {
  readonly #events = new Map<string, TelemetryEvent[]>();
  readonly #sources = new Map<string, Set<string>>();

  /** Adds events that were read from a file. */
  add(events: readonly TelemetryEvent[], source: string): void {
    let sessionId: string | null = null;
    let group: TelemetryEvent[] = [];
    for (const event of events) {
      if (event.session_id !== sessionId) {
        sessionId = event.session_id;
        group = this.#group(sessionId);
        this.addSource(sessionId, source);
      }
      group.push(event);
    }
  }

  /** Counts a file as a source of a session, events or not. */
  addSource(sessionId: string, source: string): void {
    const sources = this.#sources.get(sessionId);
    if (sources === undefined) this.#sources.set(sessionId, new Set([source]));
    else sources.add(source);
  }

  /**
   * The sessions of the events and of the given summaries, the best default first; of summaries of one id the last counts
   * (docs/formats/loading.md §6).
   */
  toSessions(options: {
    readonly summaries: readonly SessionSummary[];
    /** Source of the summaries that have to be inferred. */
    readonly source: string;
    /** Source path of sessions without any. */
    readonly resolvedPath: string;
  }): LoadedSession[] {
    const given = new Map(options.summaries.map((summary) => [summary.session_id, summary]));
    const sessions: LoadedSession[] = [];
    for (const sessionId of new Set([...this.#events.keys(), ...given.keys()])) {
      const events = sortEventsByTime(this.#events.get(sessionId) ?? []);
      const summary = given.get(sessionId) ?? inferSessionSummary(sessionId, events, { source: options.source });
      const sources = [...(this.#sources.get(sessionId) ?? [options.resolvedPath])].sort(compareCodePoints);
      sessions.push({ summary, events, sources_loaded: sources, warnings: [] });
    }
    return sessions.sort((left, right) => compareSessionSummaries(left.summary, right.summary));
  }

  #group(sessionId: string): TelemetryEvent[] {
    const known = this.#events.get(sessionId);
    if (known !== undefined) return known;
    const group: TelemetryEvent[] = [];
    this.#events.set(sessionId, group);
    return group;
  }
}
