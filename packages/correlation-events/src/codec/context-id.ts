import { createHash } from 'node:crypto';
import { stringifyJson } from '@stormlog/records';
import type { CorrelationContext } from '../events/correlation-context.ts';

const HEX_DIGITS = 16;
const texts = new WeakMap<CorrelationContext, string>();

/** The text that two contexts share exactly when they are equal: all 19 fields, keys sorted, ASCII, no spaces. */
export function contextText(context: CorrelationContext): string {
  let text = texts.get(context);
  if (text === undefined) {
    text = stringifyJson(context, { sortKeys: true, ascii: true });
    // Only a frozen context can be relied on to keep its text.
    if (Object.isFrozen(context)) texts.set(context, text);
  }
  return text;
}

/**
 * The id that writers give a context (docs/formats/inference-artifacts.md §3.4): the same as the Python package's.
 *
 * @param context a context in full
 */
export function contextId(context: CorrelationContext): string {
  return `ctx-${createHash('sha256').update(contextText(context)).digest('hex').slice(0, HEX_DIGITS)}`;
}
