import {
  type CapabilityEvent,
  capabilityEvent,
  correlationContext,
  wallClockDomain,
} from '@stormlog/correlation-events';
import { isJsonObject } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import { captureCapabilities } from '../protocol/capture-capabilities.ts';
import type { CaptureSession } from '../protocol/capture-session.ts';
import type { EngineCapture } from '../protocol/components.ts';

/** Who reports what the components could do. */
export const CAPTURE_PRODUCER = 'stormlog.infer.capture';

/** The two captures of an append, null where a component is absent or had nothing to say. */
export interface Captures {
  readonly engine: EngineCapture | null;
  readonly trace: EngineCapture | null;
}

/**
 * The two events that say what the components of an append could do and did, the engine adapter's first
 * (docs/formats/capture.md §3).
 *
 * @throws InvalidRecordError for a session that no context can have (no host, a negative pid), or unsound capabilities
 */
export function captureCapabilityEvents(
  captures: Captures,
  runId: string,
  session: CaptureSession,
  environment: Environment,
): readonly [CapabilityEvent, CapabilityEvent] {
  const context = correlationContext({
    run_id: runId,
    session_id: session.session_id,
    producer_id: CAPTURE_PRODUCER,
    source: CAPTURE_PRODUCER,
    source_version: environment.version,
    host: session.host,
    pid: session.pid,
    rank: session.rank,
    local_rank: session.local_rank,
    world_size: session.world_size,
    clock_domain: wallClockDomain(session.host, environment.bootId),
    clock_kind: 'wall',
    collection_mode: 'active',
    provenance: 'observed',
  });
  const eventOf = (component: string, capture: EngineCapture | null): CapabilityEvent => {
    const summary = capture?.summary;
    const hasSummary = isJsonObject(summary) && Object.keys(summary).length > 0;
    return capabilityEvent({
      context,
      event_id: `${component}:${environment.newId()}`,
      component,
      available: capture !== null,
      ...captureCapabilities(capture?.capabilities),
      metadata: hasSummary ? { summary } : {},
    });
  };
  return [eventOf('engine_adapter', captures.engine), eventOf('trace_collector', captures.trace)];
}
