import { InvalidRecordError, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { parseIterationRange } from '../ranges/iteration-range.ts';
import { RangeIndex } from '../ranges/range-index.ts';
import type { GpuKind } from '../trace/gpu-trace.ts';
import { finiteOf, type Id, integerOf, integerOrNull, isTruthy, textOf } from '../values/trace-values.ts';
import { KinetoEvents, KinetoLaunches } from './kineto-columns.ts';

const KIND_OF_CATEGORY = new Map<string, GpuKind>([
  ['kernel', 'gpu_kernel'],
  ['gpu_memcpy', 'gpu_memcpy'],
  ['gpu_memset', 'gpu_memset'],
]);
const LAUNCH_CATEGORIES = new Set(['cuda_runtime', 'cuda_driver']);
const MAX_NAMES = 100_000;

/** What is kept of the elements of `traceEvents` (docs/formats/trace-collectors.md §3.2). */
export class KinetoContent {
  readonly events = new KinetoEvents();
  readonly launches = new KinetoLaunches();
  readonly ranges = new RangeIndex();
  /** Kernels repeat their names; one text of each is kept. */
  readonly #names = new Map<string, string>();

  /**
   * Takes an element of `traceEvents`.
   *
   * @throws InvalidRecordError that names what is wrong with it
   */
  add(event: JsonObject): void {
    if (member(event, 'ph') !== 'X') return;
    const category = member(event, 'cat');
    if (typeof category === 'object' && category !== null) throw invalid('cat', 'a text');
    if (typeof category !== 'string') return;
    const kind = KIND_OF_CATEGORY.get(category);
    if (kind !== undefined) this.#addGpuEvent(event, kind);
    else if (LAUNCH_CATEGORIES.has(category)) this.#addLaunch(event);
    else if (category === 'user_annotation') this.#addRange(event);
  }

  #addGpuEvent(event: JsonObject, kind: GpuKind): void {
    const { ts, end } = this.#times(event);
    if (!Number.isFinite(ts * 1000) || !Number.isFinite(end * 1000)) throw invalid('ts', 'a time within range');
    const args = argsOf(event);
    this.events.add({
      kind,
      name: this.#nameOf(event),
      ts,
      end,
      device: integerOrNull(member(args, 'device')),
      stream: integerOrNull(member(args, 'stream')),
      correlation: integerOrNull(member(args, 'correlation')) || null,
      graph: integerOrNull(member(args, 'graph id')) || null,
    });
  }

  #addLaunch(event: JsonObject): void {
    const correlation = member(argsOf(event), 'correlation');
    if (!isTruthy(correlation)) return;
    const { ts } = this.#times(event);
    if (!Number.isFinite(ts * 1000)) throw invalid('ts', 'a time within range');
    const pid = integerOf(member(event, 'pid'), 'pid');
    const tid = integerOf(member(event, 'tid'), 'tid');
    this.launches.set(integerOf(correlation, 'args.correlation'), pid, tid, ts, this.#nameOf(event));
  }

  #addRange(event: JsonObject): void {
    const ref = parseIterationRange(this.#nameOf(event));
    if (ref === null) return;
    const { ts, end } = this.#times(event);
    const pid: Id = integerOf(member(event, 'pid'), 'pid');
    this.ranges.add(pid, integerOf(member(event, 'tid'), 'tid'), ts, end, ref);
  }

  #times(event: JsonObject): { readonly ts: number; readonly end: number } {
    const ts = finiteOf(member(event, 'ts'), 'ts');
    const given = member(event, 'dur');
    const dur = isTruthy(given) ? finiteOf(given, 'dur') : 0;
    if (dur < 0) throw invalid('dur', 'a duration that is not negative');
    return { ts, end: ts + dur };
  }

  #nameOf(event: JsonObject): string {
    const given = member(event, 'name');
    const name = given === undefined ? '' : textOf(given);
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    if (this.#names.size < MAX_NAMES) this.#names.set(name, name);
    return name;
  }
}

function argsOf(event: JsonObject): JsonObject {
  const args = member(event, 'args');
  if (!isTruthy(args)) return {};
  if (isJsonObject(args)) return args;
  throw invalid('args', 'an object');
}

function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function invalid(field: string, expected: string): InvalidRecordError {
  return new InvalidRecordError('field_invalid', `${field} must be ${expected}`, { field });
}
