import { describeValue, isInteger, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import type { FaultCollector } from './fault-collector.ts';
import { member } from './validate-json-document.ts';

/** Counters and times of `telemetry_timeline.json`, in the order they are checked. */
const LISTS = ['timestamps', 'allocated', 'reserved'] as const;
const HINTS = { rank: 0, local_rank: 0, world_size: 1 } as const;

/** True for the document of a diagnose bundle: lists of times and counters instead of records. */
export function isTimeline(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && !Object.hasOwn(document, 'events') && Array.isArray(member(document, 'timestamps'));
}

/** Every element of a `telemetry_timeline.json` and its rank hints. */
export function checkTimeline(document: JsonObject, collector: FaultCollector): void {
  const lengths = new Map<string, number>();
  for (const key of LISTS) {
    const list = member(document, key);
    if (!Array.isArray(list)) {
      if (key === 'reserved' && list === undefined) continue;
      fault(collector, key, key, list, 'a list');
      continue;
    }
    lengths.set(key, list.length);
    if (list.length === 0) fault(collector, key, key, list, 'a list with at least one element');
    for (let i = 0; i < list.length; i++) {
      const value: JsonValue = list[i]!;
      const valid = key === 'timestamps' ? isTime(value) : isInteger(value) && value >= 0;
      if (valid) collector.count(1, 0);
      else fault(collector, `${key}[${i}]`, key, value, key === 'timestamps' ? 'a time in seconds' : 'an integer ≥ 0');
    }
  }
  if (new Set(lengths.values()).size > 1) {
    const found = [...lengths].map(([key, length]) => `${length} ${key}`).join(', ');
    collector.record(
      { line: null, element: null },
      [{ code: 'field_invalid', field: 'allocated', found, expected: 'as long as the other lists' }],
      false,
    );
  }
  for (const [key, least] of Object.entries(HINTS)) {
    const hint = member(document, key);
    if (hint === undefined || hint === null || (isInteger(hint) && hint >= least)) continue;
    fault(collector, null, key, hint, `an integer ≥ ${least}`);
  }
}

function isTime(value: JsonValue): boolean {
  return (
    (typeof value === 'number' && Number.isFinite(value) && value >= 0) || (typeof value === 'bigint' && value >= 0n)
  );
}

function fault(
  collector: FaultCollector,
  element: string | null,
  field: string,
  value: JsonValue | undefined,
  expected: string,
): void {
  const found = value === undefined ? null : describeValue(value);
  const code = value === undefined ? 'field_missing' : 'field_invalid';
  collector.record(
    { line: null, element: element === field ? null : element },
    [{ code, field, found, expected }],
    false,
  );
}
