import { ConflictError, type JsonObject } from '@stormlog/records';
import { captureCapabilities } from './capture-capabilities.ts';
import type { CaptureContext, TraceCapture, TraceCollector } from './components.ts';

/**
 * Several collectors as one, asked in their order (docs/formats/capture.md §1.4). Events and attachments follow each
 * other, capabilities are united, and the summaries become one when no key has two values.
 *
 * @returns null for none, the collector itself for one
 */
export function combineTraceCollectors(collectors: readonly TraceCollector[]): TraceCollector | null {
  const [first, ...others] = collectors;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return { collect: (context) => collectAll(collectors, context) };
}

async function collectAll(
  collectors: readonly TraceCollector[],
  context: CaptureContext,
): Promise<TraceCapture | null> {
  const captures: TraceCapture[] = [];
  for (const collector of collectors) {
    const capture = await collector.collect(context);
    if (capture !== null && capture !== undefined) captures.push(capture);
  }
  if (captures.length < 2) return captures[0] ?? null;
  const union = (list: 'supported' | 'enabled' | 'collected'): string[] => [
    ...new Set(captures.flatMap((capture) => capture.capabilities[list])),
  ];
  return {
    capabilities: captureCapabilities({
      supported: union('supported'),
      enabled: union('enabled'),
      collected: union('collected'),
    }),
    events: captures.flatMap((capture) => capture.events ?? []),
    attachments: captures.flatMap((capture) => capture.attachments ?? []),
    summary: captures.reduce<JsonObject>((summary, capture) => merged(summary, capture.summary ?? {}), {}),
  };
}

/** @throws ConflictError for a key that both have */
function merged(summary: JsonObject, other: JsonObject): JsonObject {
  const shared = Object.keys(other).find((key) => Object.hasOwn(summary, key));
  if (shared !== undefined) {
    const text = `two trace collectors have ${JSON.stringify(shared)} in their summaries`;
    throw new ConflictError(text, { identity: shared });
  }
  return { ...summary, ...other };
}
