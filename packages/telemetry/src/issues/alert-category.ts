import type { JsonValue } from '@stormlog/records';
import { normalizeText } from '../classification/normalize-text.ts';

/**
 * What an alert is about, from its context: `high_fragmentation`, `oom_alert`, `generic_alert` without a context, else the
 * context itself, normalised (docs/formats/issues.md §1).
 */
export function categorizeAlertContext(context: JsonValue | undefined): string {
  const text = normalizeText(context);
  if (text.includes('fragmentation')) return 'high_fragmentation';
  if (text.includes('oom') || text.includes('out of memory')) return 'oom_alert';
  return text === 'unknown' ? 'generic_alert' : text;
}
