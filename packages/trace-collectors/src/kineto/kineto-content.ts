import { InvalidRecordError } from '@stormlog/records';
import { parseIterationRange } from '../ranges/iteration-range.ts';
import { RangeIndex } from '../ranges/range-index.ts';
import type { GpuKind } from '../trace/gpu-trace.ts';
import { finiteOf, type Id, integerOf, integerOrNull, isTruthy, textOf } from '../values/trace-values.ts';
import { KinetoEvents, KinetoLaunches } from './kineto-columns.ts';
import { FIELD, type KinetoEvent } from './kineto-event.ts';

const KIND_OF_CATEGORY = new Map<string, GpuKind>([
  ['kernel', 'gpu_kernel'],
  ['gpu_memcpy', 'gpu_memcpy'],
  ['gpu_memset', 'gpu_memset'],
]);
const LAUNCH_CATEGORIES = new Set(['cuda_runtime', 'cuda_driver']);

/** What is kept of the elements of `traceEvents` (docs/formats/trace-collectors.md §3.2). */
export class KinetoContent {
  readonly events = new KinetoEvents();
  readonly launches = new KinetoLaunches();
  readonly ranges = new RangeIndex();

  /**
   * Takes an element of `traceEvents`.
   *
   * @throws InvalidRecordError that names what is wrong with it
   */
  add(event: KinetoEvent): void {
    if (event.value(FIELD.ph) !== 'X') return;
    const category = event.value(FIELD.cat);
    if (typeof category === 'object' && category !== null) throw invalid('cat', 'a text');
    if (typeof category !== 'string') return;
    const kind = KIND_OF_CATEGORY.get(category);
    if (kind !== undefined) this.#addGpuEvent(event, kind);
    else if (LAUNCH_CATEGORIES.has(category)) this.#addLaunch(event);
    else if (category === 'user_annotation') this.#addRange(event);
  }

  #addGpuEvent(event: KinetoEvent, kind: GpuKind): void {
    const { ts, end } = this.#times(event);
    if (!Number.isFinite(ts * 1000) || !Number.isFinite(end * 1000)) throw invalid('ts', 'a time within range');
    checkArguments(event);
    this.events.add({
      kind,
      name: nameOf(event),
      ts,
      end,
      device: integerOrNull(event.value(FIELD.device), 'args.device'),
      stream: integerOrNull(event.value(FIELD.stream), 'args.stream'),
      correlation: integerOrNull(event.value(FIELD.correlation), 'args.correlation') || null,
      graph: integerOrNull(event.value(FIELD.graph), 'args.graph id') || null,
    });
  }

  #addLaunch(event: KinetoEvent): void {
    checkArguments(event);
    const correlation = event.value(FIELD.correlation);
    if (!isTruthy(correlation)) return;
    const { ts } = this.#times(event);
    if (!Number.isFinite(ts * 1000)) throw invalid('ts', 'a time within range');
    const pid = integerOf(event.value(FIELD.pid), 'pid');
    const tid = integerOf(event.value(FIELD.tid), 'tid');
    this.launches.set(integerOf(correlation, 'args.correlation'), pid, tid, ts, nameOf(event));
  }

  #addRange(event: KinetoEvent): void {
    const ref = parseIterationRange(nameOf(event));
    if (ref === null) return;
    const { ts, end } = this.#times(event);
    const pid: Id = integerOf(event.value(FIELD.pid), 'pid');
    this.ranges.add(pid, integerOf(event.value(FIELD.tid), 'tid'), ts, end, ref);
  }

  #times(event: KinetoEvent): { readonly ts: number; readonly end: number } {
    const ts = finiteOf(event.value(FIELD.ts), 'ts');
    const given = event.value(FIELD.dur);
    const dur = isTruthy(given) ? finiteOf(given, 'dur') : 0;
    if (dur < 0) throw invalid('dur', 'a duration that is not negative');
    return { ts, end: ts + dur };
  }
}

function nameOf(event: KinetoEvent): string {
  const name = event.value(FIELD.name);
  return name === undefined ? '' : textOf(name);
}

function checkArguments(event: KinetoEvent): void {
  if (!event.isObject(FIELD.args) && isTruthy(event.value(FIELD.args))) throw invalid('args', 'an object');
}

function invalid(field: string, expected: string): InvalidRecordError {
  return new InvalidRecordError('field_invalid', `${field} must be ${expected}`, { field });
}
