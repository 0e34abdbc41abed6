import { InvalidRecordError } from '@stormlog/records';
import type { TraceDevice } from '../trace/gpu-trace.ts';
import { type Id, isTruthy, textOf } from '../values/trace-values.ts';
import type { NsysTables } from './nsys-tables.ts';

/** The GPUs of an export, and which one an ordinal is in a process (docs/formats/trace-collectors.md §9.1). */
export class NsysDevices {
  /** GPUs are listed but no table says which ordinal is which. */
  readonly isAmbiguous: boolean;
  readonly #only: TraceDevice | null;
  readonly #byProcess = new Map<string, TraceDevice>();

  constructor(tables: NsysTables) {
    const listed = new Map<Id, TraceDevice>();
    if (tables.has('TARGET_INFO_GPU')) {
      for (const row of tables.rows('TARGET_INFO_GPU', ['id', 'name', 'uuid'])) {
        if (row.value('id') === null) continue;
        const name = row.value('name');
        listed.set(row.integer('id'), { name: name === null ? null : textOf(name), uuid: uuidOf(row.value('uuid')) });
      }
    }
    this.#only = listed.size === 1 ? [...listed.values()][0]! : null;
    const hasTable = tables.has('TARGET_INFO_CUDA_DEVICE');
    this.isAmbiguous = !hasTable && listed.size > 1;
    if (!hasTable) return;
    const byUuid = new Map([...listed.values()].map((device) => [device.uuid, device]));
    for (const row of tables.rows('TARGET_INFO_CUDA_DEVICE', ['pid', 'cudaId', 'gpuId'], ['uuid'])) {
      const pointed = row.value('gpuId') === null ? null : (listed.get(row.integer('gpuId')) ?? null);
      const uuid = uuidOf(row.value('uuid'));
      if (uuid !== null && pointed !== null && pointed.uuid !== null && pointed.uuid !== uuid) {
        const text = `TARGET_INFO_CUDA_DEVICE says ${uuid} where the GPU it names is ${pointed.uuid}`;
        throw new InvalidRecordError('trace_invalid', text, { field: 'TARGET_INFO_CUDA_DEVICE.uuid' });
      }
      if (row.value('pid') === null || row.value('cudaId') === null) continue;
      const device = uuid === null ? pointed : { name: (byUuid.get(uuid) ?? pointed)?.name ?? null, uuid };
      if (device !== null) this.#byProcess.set(`${row.integer('pid')}/${row.integer('cudaId')}`, device);
    }
  }

  of(pid: Id | null, ordinal: Id | null): TraceDevice | null {
    return this.#byProcess.get(`${pid}/${ordinal}`) ?? (ordinal === 0 ? this.#only : null);
  }
}

function uuidOf(value: Parameters<typeof textOf>[0]): string | null {
  if (!isTruthy(value)) return null;
  const text = textOf(value);
  return text.startsWith('GPU-') || text.startsWith('MIG-') ? text : `GPU-${text}`;
}
