import { compareCodePoints } from '@stormlog/records';
import { compareSessionSummaries, type SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { DistributedSession } from '../load/artifact-load-result.ts';
import { type DiagnosticsWarning, uniteWarnings } from '../warnings/diagnostics-warning.ts';
import { mergeEvents } from './merge-events.ts';
import { sortedUnion } from './merge-sessions.ts';

interface Accumulated {
  summary: SessionSummary;
  readonly events: (readonly TelemetryEvent[])[];
  readonly sources: (readonly string[])[];
  readonly warnings: (readonly DiagnosticsWarning[])[];
}

/**
 * Gathers what several inputs say of each session (docs/formats/distributed-diagnostics.md §5.1). Of two summaries of one
 * session the better one is kept whole.
 */
export class SessionAccumulator {
  readonly #sessions = new Map<string, Accumulated>();

  add(session: DistributedSession): void {
    const known = this.#sessions.get(session.summary.session_id);
    if (known === undefined) {
      this.#sessions.set(session.summary.session_id, {
        summary: session.summary,
        events: [session.events],
        sources: [session.sources_loaded],
        warnings: [session.warnings],
      });
      return;
    }
    if (compareCandidates(session.summary, known.summary) < 0) known.summary = session.summary;
    known.events.push(session.events);
    known.sources.push(session.sources_loaded);
    known.warnings.push(session.warnings);
  }

  /**
   * The sessions in selection order, their events in order of time and without copies.
   *
   * @param onDuplicates told how many copies fell away of a session that had some
   */
  finish(onDuplicates: (sessionId: string, count: number) => void): DistributedSession[] {
    return [...this.#sessions.values()]
      .sort((left, right) => compareSessionSummaries(left.summary, right.summary))
      .map(({ summary, events, sources, warnings }) => {
        const merged = mergeEvents(events);
        if (merged.duplicates > 0) onDuplicates(summary.session_id, merged.duplicates);
        return {
          summary,
          events: merged.events,
          sources_loaded: sortedUnion(sources),
          warnings: uniteWarnings(warnings),
        };
      });
  }
}

/** Ranks of one session are often equal by selection; which one stands for it must not depend on the order of inputs. */
function compareCandidates(left: SessionSummary, right: SessionSummary): number {
  return (
    compareSessionSummaries(left, right) ||
    left.rank - right.rank ||
    left.local_rank - right.local_rank ||
    left.pid - right.pid ||
    compareCodePoints(left.host, right.host)
  );
}
