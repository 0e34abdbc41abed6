import type { MemoryCapabilities } from '../event/memory-capabilities.ts';
import { NODE_COLLECTOR } from './node-memory-collector.ts';
import type { GpuMemory } from './nvidia-smi.ts';
import type { EventFields, EventSource } from './tracked-event.ts';

/** The device of a GPU's events: what the driver did not tell cannot be measured (docs/formats/memory-tracking.md §4). */
export function gpuSource(gpu: GpuMemory): EventSource {
  return { deviceId: gpu.index, capabilities: gpuCapabilities(gpu) };
}

/** The sample of a GPU. */
export function gpuSample(gpu: GpuMemory): EventFields {
  return {
    eventType: 'sample',
    context: 'Sample of a GPU',
    allocatedBytes: null,
    changeBytes: null,
    usedBytes: gpu.usedBytes,
    freeBytes: gpu.freeBytes,
    totalBytes: gpu.totalBytes,
    metadata: { gpu_name: gpu.name, gpu_uuid: gpu.uuid, gpu_process_used_bytes: gpu.processBytes },
  };
}

function gpuCapabilities(gpu: GpuMemory): MemoryCapabilities {
  return {
    backend: 'cuda',
    telemetry_collector: NODE_COLLECTOR,
    sampling_source: 'nvidia-smi',
    supports_allocator_allocated: false,
    supports_allocator_reserved: false,
    supports_allocator_active: false,
    supports_allocator_inactive: false,
    supports_device_used: true,
    supports_device_free: gpu.freeBytes !== null,
    supports_device_total: gpu.totalBytes !== null,
    supports_native_allocator_history: false,
    supports_fragmentation_analysis: false,
    supports_allocator_attribution: false,
    supports_bounded_profiling: false,
  };
}
