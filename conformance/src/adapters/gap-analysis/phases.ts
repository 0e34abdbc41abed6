import type { JsonObject, JsonValue } from '@stormlog/records';
import {
  attributeActiveSpans,
  formatPhasePath,
  isPhaseBoundaryEvent,
  mergePhaseAttributions,
  type PhaseAttribution,
  PhaseReplayIndex,
  parsePhaseBoundary,
  phaseAttributionSchema,
  phaseAttributionToPayload,
  phaseBoundaryRecordSchema,
  phaseSpanSchema,
  summarizePhaseAttribution,
  summarizePhaseResolution,
} from '@stormlog/timeline';
import type { AdapterTable } from '../../adapter.ts';
import { objectOf, objectsOf } from './input.ts';

/** Phase boundaries, replay, attribution and labels. */
export const PHASE_ADAPTERS: AdapterTable = {
  'phase.parse_boundary': (input) => phaseBoundaryRecordSchema.nullable().parse(parsePhaseBoundary(objectOf(input))),
  'phase.is_boundary': (input) => isPhaseBoundaryEvent(objectOf(input)),
  'phase.replay_index': (input) => {
    const { events, queries } = objectOf(input);
    const index = PhaseReplayIndex.fromEvents(objectsOf(events));
    return objectsOf(queries).map((query) => ask(index, query));
  },
  'phase.attribute_spans': (input) => {
    const { spans, strategy, origin_thread_id, origin_phase_scope_id } = objectOf(input);
    const options = {
      strategy: textOf(strategy) ?? undefined,
      originThreadId: numberOf(origin_thread_id),
      originPhaseScopeId: textOf(origin_phase_scope_id),
    };
    return phaseAttributionToPayload(attributeActiveSpans(objectsOf(spans).map(spanOf), options));
  },
  'phase.merge': (input) => {
    const { first, second } = objectOf(input);
    return phaseAttributionToPayload(mergePhaseAttributions(attributionOf(first), attributionOf(second)));
  },
  'phase.payload': (input) => phaseAttributionToPayload(attributionOf(input)),
  'phase.summarize': (input) => summarizePhaseAttribution(attributionOf(input)),
  'phase.summarize_resolution': (input) => {
    const { phase_resolution, phase_path, phase_paths } = objectOf(input);
    return summarizePhaseResolution({
      phase_resolution: textOf(phase_resolution),
      phase_path: textOf(phase_path),
      phase_paths: phase_paths as readonly string[] | null | undefined,
    });
  },
  'phase.format_path': (input) => formatPhasePath(input as readonly string[]),
};

function ask(index: PhaseReplayIndex, query: JsonObject): unknown {
  const sessionId = textOf(query['session_id']);
  const timestampNs = numberOf(query['timestamp_ns']) ?? 0;
  const rank = query['rank'] as number | null | undefined;
  switch (query['query']) {
    case 'spans_for':
      return phaseSpanSchema.array().parse(index.spansFor({ sessionId: sessionId ?? '', rank }));
    case 'active_spans':
      return phaseSpanSchema.array().parse(index.activeSpans({ timestampNs, sessionId: sessionId ?? '', rank }));
    case 'resolve':
      return phaseAttributionToPayload(
        index.resolve({
          timestampNs,
          sessionId,
          rank,
          originThreadId: numberOf(query['origin_thread_id']),
          originPhaseScopeId: textOf(query['origin_phase_scope_id']),
        }),
      );
    case 'resolve_for_event':
      return phaseAttributionToPayload(index.resolveForEvent(objectOf(query['event'])));
    case 'summarize_event':
      return summarizePhaseAttribution(index.resolveForEvent(objectOf(query['event'])));
    default:
      throw new Error(`unknown query ${String(query['query'])}`);
  }
}

function spanOf(span: JsonObject) {
  const path = span['path'];
  return phaseSpanSchema.parse({
    synthetic_end: false,
    ...span,
    depth: Array.isArray(path) ? path.length : 0,
    start_ns: BigInt(numberOf(span['start_ns']) ?? 0),
    end_ns: BigInt(numberOf(span['end_ns']) ?? 0),
  });
}

function attributionOf(given: JsonValue | undefined): PhaseAttribution | null {
  if (given === null || given === undefined) return null;
  return phaseAttributionSchema.parse({
    phase_source: null,
    phase_path: null,
    phase_paths: [],
    scope_id: null,
    thread_id: null,
    thread_name: null,
    phase_summary: null,
    ...objectOf(given),
  });
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: JsonValue | undefined): number | bigint | null {
  return typeof value === 'number' || typeof value === 'bigint' ? value : null;
}
