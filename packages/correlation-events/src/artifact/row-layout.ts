import type { CorrelationContext } from '../events/correlation-context.ts';
import type { InferenceEvent, InferenceEventType } from '../events/inference-event.ts';
import { type EventDefinition, eventDefinition } from '../parse/event-definition.ts';
import { type ByteLiteral, byteLiteral } from './byte-literal.ts';

/** How the scanner reads the value of a step. */
export type StepKind = 'context' | 'context_id' | 'metadata' | 'text' | 'integer' | 'nanoseconds' | 'ref';

/** One value of a row and the text that stands before it. */
export interface LayoutStep {
  /** From the end of the value before to the start of this one: keys, colons, commas, and values that never change. */
  readonly literal: ByteLiteral;
  readonly kind: StepKind;
  /** Place of the value among {@link SLOT_NAMES} of the event type. */
  readonly slot: number;
}

/** How one writer spells the rows of one event type: everything but the values. */
export interface RowLayout {
  readonly eventType: ScannedEventType;
  readonly definition: EventDefinition;
  /** What the rows declare: 4 when they refer to a context, else they carry it. */
  readonly version: 2 | 3 | 4;
  readonly steps: readonly LayoutStep[];
  /** What stands after the last value. */
  readonly tail: ByteLiteral;
  /** Per slot what it holds before any step: values that the literals imply, else null. */
  readonly initial: readonly unknown[];
  /** The context, where the literals imply it. */
  readonly context: CorrelationContext | null;
  readonly ref: RefSpelling;
}

/** How references are spelled: before, between and after their two texts. */
export interface RefSpelling {
  readonly open: ByteLiteral;
  readonly middle: ByteLiteral;
  readonly close: ByteLiteral;
  readonly idFirst: boolean;
}

/** The event types whose rows are worth a layout, with their fields in the order of the slots. */
export const SLOT_NAMES = {
  'infer.request': [
    'event_id',
    'metadata',
    'request_ref',
    'attempt_ref',
    'backend_request_ref',
    'start_ns',
    'end_ns',
    'status',
    'input_tokens',
    'output_tokens',
    'kv_bytes',
  ],
  'infer.iteration': ['event_id', 'metadata', 'iteration_ref', 'batch_ref', 'start_ns', 'end_ns'],
  'infer.stage': [
    'event_id',
    'metadata',
    'stage_ref',
    'name',
    'request_ref',
    'iteration_ref',
    'start_ns',
    'end_ns',
    'input_tokens',
    'output_tokens',
    'kv_bytes',
  ],
  'infer.membership': [
    'event_id',
    'metadata',
    'request_ref',
    'iteration_ref',
    'role',
    'attempt_ref',
    'input_tokens',
    'output_tokens',
    'kv_bytes',
  ],
  'infer.activity_ref': [
    'event_id',
    'metadata',
    'activity_ref',
    'activity_kind',
    'attribution_status',
    'activity_domain',
    'iteration_ref',
    'correlation_scope',
    'trace_attachment_id',
    'runtime_correlation_id',
    'cuda_correlation_id',
    'stream_id',
    'graph_id',
    'start_ns',
    'end_ns',
  ],
} as const satisfies Partial<Record<InferenceEventType, readonly string[]>>;

/** An event type that {@link SLOT_NAMES} covers. */
export type ScannedEventType = keyof typeof SLOT_NAMES;

/** True for an event type whose rows are worth a layout. */
export function isScannedEventType(eventType: InferenceEventType): eventType is ScannedEventType {
  return Object.hasOwn(SLOT_NAMES, eventType);
}

const FIXED = new Set(['event_type', 'schema_version']);
const SELDOM_CHANGING = new Set(['context', 'context_id', 'attribution_status', 'activity_domain']);
const BLANK = /[ \t]*/y;

/** What a layout is learnt from. */
export interface Lesson {
  readonly text: string;
  /** The event that the text holds. */
  readonly event: InferenceEvent;
  readonly isCompact: boolean;
  /** Take nulls and values that seldom change for part of the spelling: fewer values to read, more layouts. */
  readonly isNarrow: boolean;
}

/**
 * The layout of a row that was read and found sound; null where it is spelled in a way that the scanner does not
 * follow, such as an escape in a key or a key given twice.
 */
export function learnLayout({ text, event, isCompact, isNarrow }: Lesson): RowLayout | null {
  const eventType = event.event_type;
  const members = membersOf(text, 0);
  if (!isScannedEventType(eventType) || members === null || members.end !== text.length) return null;
  const names: readonly string[] = SLOT_NAMES[eventType];
  const kinds = kindsOf(eventType);
  const initial: unknown[] = names.map(() => null);
  if (eventType === 'infer.activity_ref') initial[names.indexOf('activity_domain')] = event.activity_domain;
  const steps: LayoutStep[] = [];
  const seen = new Set<string>();
  let ref: RefSpelling | null = null;
  let context: CorrelationContext | null = null;
  let literalStart = 0;
  for (const { key, start, end } of members.list) {
    const kind = kinds.get(key);
    if (seen.has(key) || (kind === undefined && !FIXED.has(key))) return null;
    seen.add(key);
    if (kind === undefined) continue;
    if (kind === 'ref' && ref === null && text[start] === '{') ref = refSpelling(text, start);
    const slot = names.indexOf(key);
    if (isNarrow && (SELDOM_CHANGING.has(key) || text.startsWith('null', start))) {
      if (slot < 0) context = event.context;
      else initial[slot] = Reflect.get(event, key);
      continue;
    }
    steps.push({ literal: byteLiteral(text.slice(literalStart, start)), kind, slot });
    literalStart = end;
  }
  const isWhole = seen.has('event_id') && seen.has('event_type') && seen.has('schema_version');
  if (ref === null || !isWhole) return null;
  const version = isCompact ? 4 : event.schema_version;
  const definition = eventDefinition(eventType);
  return { eventType, definition, version, steps, tail: byteLiteral(text.slice(literalStart)), initial, context, ref };
}

function kindsOf(eventType: ScannedEventType): Map<string, StepKind> {
  const kinds = new Map<string, StepKind>([
    ['context', 'context'],
    ['context_id', 'context_id'],
    ['metadata', 'metadata'],
    ['event_id', 'text'],
  ]);
  for (const { name, kind } of eventDefinition(eventType).fields) {
    if (kind === 'ref' || kind === 'nanoseconds') kinds.set(name, kind);
    else if (kind === 'count' || kind === 'identifier') kinds.set(name, 'integer');
    else if (kind === 'plain') kinds.set(name, 'text');
  }
  return kinds;
}

interface Member {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The text of the row's own `context`, in sound JSON text. */
export function contextTextOf(text: string): string | null {
  const member = membersOf(text, 0)?.list.find(({ key }) => key === 'context');
  return member === undefined ? null : text.slice(member.start, member.end);
}

/** The members of the object that starts at `from` in sound JSON text; null for keys with escapes. */
function membersOf(text: string, from: number): { readonly list: Member[]; readonly end: number } | null {
  const list: Member[] = [];
  let at = skipBlank(text, from + 1);
  if (text[from] !== '{' || text[at] === '}') return null;
  for (;;) {
    const keyEnd = endOfText(text, at);
    const key = text.slice(at + 1, keyEnd - 1);
    if (key.includes('\\')) return null;
    const start = skipBlank(text, skipBlank(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    list.push({ key, start, end });
    at = skipBlank(text, end);
    if (text[at] === '}') return { list, end: at + 1 };
    at = skipBlank(text, at + 1);
  }
}

function refSpelling(text: string, from: number): RefSpelling | null {
  const members = membersOf(text, from);
  const [first, second] = members?.list ?? [];
  if (members === null || first === undefined || second === undefined || members.list.length !== 2) return null;
  return {
    open: byteLiteral(text.slice(from, first.start + 1)),
    middle: byteLiteral(text.slice(first.end - 1, second.start + 1)),
    close: byteLiteral(text.slice(second.end - 1, members.end)),
    idFirst: first.key === 'id',
  };
}

function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** Where the text that starts at a quote ends, behind its closing quote; the end of everything when there is none. */
function endOfText(text: string, from: number): number {
  const limit = text.length;
  for (let at = from + 1; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 34) return at + 1;
    if (unit === 92) at++;
  }
  return limit;
}

/** Where the value that starts at `from` ends, in sound JSON text. */
export function endOfValue(text: string, from: number): number {
  const limit = text.length;
  let depth = 0;
  for (let at = from; at < limit; at++) {
    switch (text.charCodeAt(at)) {
      case 34: // "
        at = endOfText(text, at) - 1;
        if (depth === 0) return at + 1;
        break;
      case 123: // {
      case 91: // [
        depth++;
        break;
      case 125: // }
      case 93: // ]
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
        break;
      case 44: // ,
      case 32:
      case 9:
        if (depth === 0) return at;
        break;
    }
  }
  return limit;
}
