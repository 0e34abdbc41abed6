import { stripWhiteSpace } from '@stormlog/records';

/** True when an event type, stripped and in lower case, is `sample` (docs/formats/gap-analysis.md §1). */
export function isSampleType(eventType: unknown): boolean {
  if (eventType === 'sample') return true;
  // No character outside ASCII has a letter of "sample" as its lower case, so that the length can be judged first.
  if (typeof eventType !== 'string' || eventType.length < 6 || !/sample/i.test(eventType)) return false;
  return stripWhiteSpace(eventType).toLowerCase() === 'sample';
}
