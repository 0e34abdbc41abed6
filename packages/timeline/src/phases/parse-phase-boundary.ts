import { isBlank, isJsonObject, type JsonObject, stripWhiteSpace } from '@stormlog/records';
import type { EventLike } from '../event/event-like.ts';
import { integerOrBooleanOf } from '../event/integer-of.ts';
import { timeOf } from '../event/time-of.ts';
import type { PhaseBoundaryRecord } from './phase-boundary-record.ts';

/**
 * The phase boundary that an event records, or null when it records none. An event that breaks any rule of
 * docs/formats/phases.md §2 is no boundary; it is never an error. The rank is not looked at.
 */
export function parsePhaseBoundary(event: EventLike): PhaseBoundaryRecord | null {
  const action = boundaryAction(event.event_type);
  if (action === null || typeof event.session_id !== 'string') return null;
  const time = timeOf(event.timestamp_ns);
  const scope = isJsonObject(event.metadata) ? event.metadata['phase_scope'] : null;
  if (time === null || !isJsonObject(scope)) return null;
  const { name, scope_id, thread_name, parent_scope_id = null } = scope;
  if (scope['action'] !== action || typeof name !== 'string' || isBlank(name)) return null;
  if (typeof scope_id !== 'string' || typeof thread_name !== 'string') return null;
  if (parent_scope_id !== null && typeof parent_scope_id !== 'string') return null;
  const thread_id = integerOrBooleanOf(scope['thread_id']);
  const sequence = integerOrBooleanOf(scope['sequence']);
  const path = keptPath(scope['path']);
  if (thread_id === null || sequence === null || path.length === 0) return null;
  return {
    action,
    name: stripWhiteSpace(name),
    path,
    depth: path.length,
    scope_id,
    parent_scope_id,
    thread_id,
    thread_name,
    sequence,
    session_id: event.session_id,
    timestamp_ns: time,
    attributes: attributesOf(scope['attributes']),
  };
}

/** True when {@link parsePhaseBoundary} finds a boundary. */
export function isPhaseBoundaryEvent(event: EventLike): boolean {
  return parsePhaseBoundary(event) !== null;
}

/** What an event type says it is; the text must match exactly, without stripping or case folding. */
export function boundaryAction(eventType: unknown): 'enter' | 'exit' | null {
  if (eventType === 'phase_enter') return 'enter';
  return eventType === 'phase_exit' ? 'exit' : null;
}

function keptPath(path: unknown): readonly string[] {
  return Array.isArray(path) ? path.filter((part) => typeof part === 'string' && part !== '') : [];
}

function attributesOf(attributes: unknown): JsonObject {
  return isJsonObject(attributes) ? { ...attributes } : {};
}
