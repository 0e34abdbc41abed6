import { type JsonObject, type JsonValue, StormlogError } from '@stormlog/records';
import { type PhaseBoundary, type PhaseHandle, PhaseRecorder, type PhaseThread } from '@stormlog/telemetry';
import type { AdapterTable } from '../../adapter.ts';
import { objectOf, objectsOf } from './input.ts';

/**
 * The oracle hands the thread id of an exit on as it is, and null is no thread's id there; the library counts it as 0 at an
 * exit as it does at an enter. The cases hold no such id as this one.
 */
const NO_THREAD: PhaseThread = { id: -(2n ** 64n) };

/** The phase recorder, driven step by step. */
export const PHASE_RECORDING_ADAPTERS: AdapterTable = {
  'phase.record': (input) => {
    const recorder = new PhaseRecorder();
    const handles = new Map<JsonValue | undefined, PhaseHandle>();
    return objectsOf(input).map((step) => {
      try {
        return answerOf(take(recorder, handles, step));
      } catch (error) {
        if (error instanceof StormlogError) return error;
        throw error;
      }
    });
  },
};

function take(
  recorder: PhaseRecorder,
  handles: Map<JsonValue | undefined, PhaseHandle>,
  step: JsonObject,
): PhaseBoundary | null {
  const where = { sessionId: String(step['session_id']), rank: Number(step['rank']) };
  const thread = step['thread'] === undefined ? undefined : (objectOf(step['thread']) as PhaseThread);
  switch (step['do']) {
    case 'enter': {
      const attributes = step['attrs'] as JsonObject | null | undefined;
      const handle = recorder.open({ ...where, name: step['name'] ?? null, attributes, thread });
      handles.set(step['as'], handle);
      return handle.entered;
    }
    case 'exit':
      return recorder.exit({ ...where, scopeId: String(step['scope_id']) }, thread?.id === null ? NO_THREAD : thread);
    case 'close':
      return handles.get(step['handle'])!.close(thread);
    default:
      recorder.reset();
      return null;
  }
}

function answerOf(boundary: PhaseBoundary | null): object | null {
  if (boundary === null) return null;
  const { context: _prose, ...fields } = boundary;
  return fields;
}
