import { describeValue, InvalidRecordError, type JsonValue } from '@stormlog/records';

/** What a component could observe, was asked to observe, and did observe (docs/formats/capture.md §1.1). */
export interface CaptureCapabilities {
  readonly supported: readonly string[];
  readonly enabled: readonly string[];
  readonly collected: readonly string[];
}

const LISTS = ['supported', 'enabled', 'collected'] as const;

/**
 * Capabilities, checked (docs/formats/capture.md §1.1): non-empty names, none twice in a list, collected ⊆ enabled ⊆
 * supported. Absent lists are empty; order is kept. The result is frozen.
 *
 * @throws InvalidRecordError with the field of the first fault
 */
export function captureCapabilities(lists: Partial<CaptureCapabilities> = {}): CaptureCapabilities {
  const [supported, enabled, collected] = LISTS.map((field) => namesOf(field, lists[field])) as [
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  refuseBeyond('collected', collected, 'enabled', enabled);
  refuseBeyond('enabled', enabled, 'supported', supported);
  return Object.freeze({ supported, enabled, collected });
}

function namesOf(field: string, value: unknown): readonly string[] {
  if (value === undefined) return Object.freeze([]);
  if (!Array.isArray(value)) throw invalid(field, value, 'a list of names');
  const names = new Set<string>();
  for (const name of value) {
    if (typeof name !== 'string' || name === '') throw invalid(field, name, 'a list of non-empty names');
    if (names.has(name)) throw invalid(field, name, 'a list without a name twice');
    names.add(name);
  }
  return Object.freeze([...names]);
}

function refuseBeyond(field: string, names: readonly string[], limitField: string, limit: readonly string[]): void {
  const beyond = names.find((name) => !limit.includes(name));
  if (beyond !== undefined) throw invalid(field, beyond, `only names that ${limitField} has too`);
}

function invalid(field: string, value: unknown, expected: string): InvalidRecordError {
  const found = describeValue(value as JsonValue); // looked at by its type only
  const issues = [{ code: 'field_invalid' as const, field, found, expected }];
  return new InvalidRecordError('field_invalid', `${field} must be ${expected}, found ${found}`, { field, issues });
}
