import { type InferenceEvent, isInferenceEvent, parseInferenceRecord } from '@stormlog/correlation-events';
import { InvalidRecordError, isJsonObject } from '@stormlog/records';
import type {
  CaptureContext,
  Collected,
  EngineAdapter,
  EngineCapture,
  TraceCapture,
  TraceCollector,
} from '../protocol/components.ts';
import { withStage } from './capture-stage.ts';
import { type CaptureIdentity, differs } from './existing-artifact.ts';

/** What the components of an append answered; null where there is none, or it had nothing to say. */
export interface CollectedCaptures {
  readonly engine: EngineCapture | null;
  readonly trace: TraceCapture | null;
}

/** Asks the engine adapter, then the trace collector. What they throw passes unchanged. */
export async function collectCaptures(
  engineAdapter: EngineAdapter | null | undefined,
  traceCollector: TraceCollector | null | undefined,
  context: CaptureContext,
): Promise<CollectedCaptures> {
  const engine = captureOf('engine adapter', await engineAdapter?.collect(context));
  context.signal?.throwIfAborted();
  const trace = captureOf('trace collector', await traceCollector?.collect(context));
  context.signal?.throwIfAborted();
  return { engine, trace };
}

function captureOf<Capture extends EngineCapture>(component: string, answer: Collected<Capture>): Capture | null {
  if (answer === null || answer === undefined) return null;
  if (typeof answer === 'object') return answer;
  const error = new InvalidRecordError('record_not_object', `what the ${component} answered is no capture`);
  throw withStage(error, 'collect');
}

/**
 * The events of a capture, each checked and in full (docs/formats/capture.md §4.1).
 *
 * @throws InvalidRecordError for what is no correlation event, or belongs to another run or session; `record` is its
 *   position, 1 for the first
 */
export function checkedEvents(
  component: string,
  capture: EngineCapture | null,
  { runId, sessionId }: CaptureIdentity,
): InferenceEvent[] {
  const given: unknown = capture?.events ?? [];
  if (!Array.isArray(given)) {
    const text = `the events of the ${component} must be a list`;
    throw new InvalidRecordError('field_invalid', text, { field: 'events' });
  }
  return given.map((event: unknown, index) => {
    const place = { record: index + 1 };
    let checked: InferenceEvent;
    try {
      const record = isJsonObject(event) ? parseInferenceRecord(event) : null;
      if (record === null || !isInferenceEvent(record)) {
        throw new InvalidRecordError(
          'record_invalid',
          `event ${index + 1} of the ${component} is no correlation event`,
        );
      }
      checked = record;
    } catch (error) {
      throw error instanceof InvalidRecordError ? error.at(place) : error;
    }
    const { run_id, session_id } = checked.context;
    const fault = differs('context.run_id', run_id, runId) ?? differs('context.session_id', session_id, sessionId);
    if (fault !== null) throw fault.at(place);
    return checked;
  });
}
