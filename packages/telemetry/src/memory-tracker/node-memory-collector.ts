import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { JsonObject } from '@stormlog/records';
import type { MemoryCapabilities } from '../event/memory-capabilities.ts';
import { type CgroupMemory, CgroupMemoryReader } from './cgroup-memory.ts';

/** What a collector of this process learns from the outside; tests hand in their own. */
export interface MemoryReadings {
  /** As `process.memoryUsage()`; may throw. */
  memoryUsage(): NodeJS.MemoryUsage;
  /** As `process.memoryUsage.rss()`; may throw. */
  rss(): number;
  /** The size V8 lets the heap of this thread grow to. */
  heapLimitBytes(): number;
  /** Memory of the machine. */
  machineBytes(): number;
  cgroup(): CgroupMemory;
}

/** One look at the memory of this process. */
export interface NodeMemorySample {
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
  readonly heapLimitBytes: number;
  /** The least of the machine's memory and the limit of the control group. */
  readonly limitBytes: number;
  /** What goes into the metadata of an event. */
  readonly metadata: JsonObject;
}

/** Name of the collector in events, and of the source of their sessions. */
export const NODE_COLLECTOR = 'stormlog.node_tracker';

/** What this collector can measure: what the CPU tracker of the Python package says, and for the same reasons. */
const CAPABILITIES: MemoryCapabilities = {
  backend: 'cpu',
  telemetry_collector: NODE_COLLECTOR,
  sampling_source: 'process.memoryUsage',
  supports_allocator_allocated: true,
  supports_allocator_reserved: true,
  supports_allocator_active: false,
  supports_allocator_inactive: false,
  supports_device_used: true,
  supports_device_free: false,
  supports_device_total: false,
  supports_native_allocator_history: false,
  supports_fragmentation_analysis: false,
  supports_allocator_attribution: true,
  supports_bounded_profiling: false,
};

/**
 * Looks at the memory of this process: resident size, heap, memory outside the heap, and the control group's limit
 * (docs/formats/memory-tracking.md §2, §3). In a worker thread the heap is that of the thread, all else the process's.
 */
export class NodeMemoryCollector {
  /** Device of its events: none. */
  readonly deviceId: number = -1;
  readonly capabilities: MemoryCapabilities = CAPABILITIES;
  readonly #readings: MemoryReadings;

  constructor(readings: MemoryReadings = systemReadings()) {
    this.#readings = readings;
  }

  /** The resident size alone, which costs less than a sample. Throws what the system says when it cannot be read. */
  rssBytes(): number {
    return this.#readings.rss();
  }

  /** Throws what the system says when the memory cannot be read. */
  sample(): NodeMemorySample {
    const usage = this.#readings.memoryUsage();
    const heapLimitBytes = this.#readings.heapLimitBytes();
    const cgroup = this.#readings.cgroup();
    return {
      rssBytes: usage.rss,
      heapUsedBytes: usage.heapUsed,
      heapLimitBytes,
      limitBytes: Math.min(cgroup.limitBytes ?? Number.POSITIVE_INFINITY, this.#readings.machineBytes()),
      metadata: {
        heap_used_bytes: usage.heapUsed,
        heap_total_bytes: usage.heapTotal,
        heap_limit_bytes: heapLimitBytes,
        external_bytes: usage.external,
        array_buffers_bytes: usage.arrayBuffers,
        cgroup_limit_bytes: cgroup.limitBytes,
        cgroup_used_bytes: cgroup.usedBytes,
      },
    };
  }
}

function systemReadings(): MemoryReadings {
  const cgroup = new CgroupMemoryReader();
  const heapLimitBytes = getHeapStatistics().heap_size_limit;
  const machineBytes = totalmem();
  return {
    memoryUsage: () => process.memoryUsage(),
    rss: () => process.memoryUsage.rss(),
    heapLimitBytes: () => heapLimitBytes,
    machineBytes: () => machineBytes,
    cgroup: () => cgroup.read(),
  };
}
