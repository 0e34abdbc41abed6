import { isJsonObject } from '@stormlog/records';

const TOKENS = [
  'nccl',
  'collective',
  'communication',
  'allreduce',
  'allgather',
  'reducescatter',
  'broadcast',
  'barrier',
] as const;

/** A token in any case, with any number of `-` and `_` between its letters. */
const TOKEN = new RegExp(TOKENS.map((token) => [...token].join('[-_]*')).join('|'), 'i');

/** The fields of an event in which a token can stand. */
export interface CollectiveTextSource {
  readonly event_type?: unknown;
  readonly context?: unknown;
  readonly collector?: unknown;
  readonly metadata?: unknown;
}

/**
 * Whether an event speaks of collective communication: in its type, its context, or a text of its metadata at any
 * depth. Keys are not looked at, nor is what describes the collector rather than the event:
 * `metadata.memory_capabilities`, and a text that is the collector's name (docs/formats/gap-analysis.md §5.3).
 */
export function carriesCollectiveToken(event: CollectiveTextSource): boolean {
  const { event_type: type, context, metadata } = event;
  if (typeof type === 'string' && type !== 'sample' && containsCollectiveToken(type)) return true;
  if (typeof context === 'string' && containsCollectiveToken(context)) return true;
  if (typeof metadata === 'string') return isEvidence(metadata, event);
  if (typeof metadata !== 'object' || metadata === null) return false;
  if (Array.isArray(metadata)) return nestedTokens(metadata, event);
  return isJsonObject(metadata) && metadataTokens(metadata, event);
}

/**
 * Whether a text holds one of the tokens once it is in lower case and without `-` and `_`. Spaces stay: `all reduce` does
 * not match, `fall_reduce` does.
 */
export function containsCollectiveToken(text: string): boolean {
  return TOKEN.test(text);
}

function metadataTokens(metadata: Readonly<Record<string, unknown>>, event: CollectiveTextSource): boolean {
  for (const key in metadata) {
    const value = metadata[key];
    if (typeof value === 'string') {
      if (isEvidence(value, event)) return true;
    } else if (typeof value === 'object' && value !== null && key !== 'memory_capabilities') {
      if (nestedTokens(value, event)) return true;
    }
  }
  return false;
}

/** Walks with a stack of its own: metadata may be nested deeper than the call stack. */
function nestedTokens(root: object, event: CollectiveTextSource): boolean {
  const waiting: object[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const value of Object.values(next)) {
      if (typeof value === 'string') {
        if (isEvidence(value, event)) return true;
      } else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return false;
}

function isEvidence(text: string, event: CollectiveTextSource): boolean {
  return containsCollectiveToken(text) && text !== event.collector;
}
