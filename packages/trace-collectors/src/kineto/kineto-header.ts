import { InvalidRecordError, isJsonObject, type JsonValue } from '@stormlog/records';
import { type Id, integerOf, integerOrNull, isTruthy, textOf } from '../values/trace-values.ts';

/** Keys of a Kineto trace that are kept besides its events. */
export const HEADER_KEYS: ReadonlySet<string> = new Set([
  'baseTimeNanoseconds',
  'host_name',
  'trace_id',
  'distributedInfo',
  'vllm_version',
  'cupti_version',
  'deviceProperties',
]);

/** What the header says (docs/formats/trace-collectors.md §3.1). */
export interface KinetoHeader {
  readonly base: bigint;
  readonly host: JsonValue;
  readonly traceId: JsonValue;
  readonly rank: Id | null;
  readonly worldSize: Id | null;
  readonly engineVersion: JsonValue;
  readonly cuptiVersion: string | null;
  readonly deviceNames: ReadonlyMap<Id, string>;
}

/** @throws InvalidRecordError for a base or device id that is no integer, and for lists and objects of another type */
export function kinetoHeader(values: ReadonlyMap<string, JsonValue>): KinetoHeader {
  const base = values.get('baseTimeNanoseconds');
  const cupti = values.get('cupti_version') ?? null;
  const distributed = values.get('distributedInfo');
  if (isTruthy(distributed) && !isJsonObject(distributed)) throw invalid('distributedInfo', 'an object');
  const info = isJsonObject(distributed) ? distributed : {};
  return {
    base: isTruthy(base) ? BigInt(integerOf(base, 'baseTimeNanoseconds')) : 0n,
    host: values.get('host_name') ?? null,
    traceId: values.get('trace_id') ?? null,
    rank: integerOrNull(info['rank'], 'distributedInfo.rank'),
    worldSize: integerOrNull(info['world_size'], 'distributedInfo.world_size'),
    engineVersion: values.get('vllm_version') ?? null,
    cuptiVersion: cupti === null ? null : textOf(cupti),
    deviceNames: deviceNames(values.get('deviceProperties')),
  };
}

function deviceNames(devices: JsonValue | undefined): Map<Id, string> {
  const names = new Map<Id, string>();
  if (!isTruthy(devices)) return names;
  // A text or an object names no device.
  if (typeof devices === 'string' || isJsonObject(devices)) return names;
  if (!Array.isArray(devices)) throw invalid('deviceProperties', 'a list');
  for (const device of devices) {
    if (!isJsonObject(device) || !Object.hasOwn(device, 'id')) continue;
    const name = Object.hasOwn(device, 'name') ? device['name'] : undefined;
    names.set(integerOf(device['id'], 'deviceProperties.id'), name === undefined ? '' : textOf(name));
  }
  return names;
}

function invalid(field: string, expected: string): InvalidRecordError {
  return new InvalidRecordError('field_invalid', `${field} must be ${expected}`, { field });
}
