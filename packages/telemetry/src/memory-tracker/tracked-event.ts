import type { JsonObject } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import type { MemoryCapabilities } from '../event/memory-capabilities.ts';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { DistributedIdentity } from '../identity/distributed-identity.ts';

/** What the events of a device have in common. */
export interface EventSource {
  readonly deviceId: number;
  readonly capabilities: MemoryCapabilities;
}

/** What one event says beside its source. */
export interface EventFields {
  readonly eventType: string;
  readonly context: string;
  readonly metadata?: JsonObject | undefined;
  readonly allocatedBytes: number | null;
  readonly changeBytes: number | null;
  readonly usedBytes: number | null;
  readonly freeBytes?: number | null | undefined;
  readonly totalBytes?: number | null | undefined;
}

/** What all events of a tracker have in common. */
export interface EventOrigin {
  readonly sessionId: string;
  readonly identity: DistributedIdentity;
  readonly intervalMs: number;
  readonly environment: Environment;
}

/** Makes the events of one session of a tracker (docs/formats/memory-tracking.md §2). */
export class TrackedEvents {
  readonly #origin: EventOrigin;
  readonly #host: string;
  readonly #pid: number;
  #lastStamp = 0n;

  constructor(origin: EventOrigin) {
    this.#origin = origin;
    this.#host = origin.environment.hostName;
    this.#pid = origin.environment.pid;
  }

  make({ deviceId, capabilities }: EventSource, fields: EventFields): TelemetryEvent {
    const { sessionId, identity, intervalMs } = this.#origin;
    return {
      schema_version: 4,
      session_id: sessionId,
      timestamp_ns: this.#stamp(),
      event_type: fields.eventType,
      collector: capabilities.telemetry_collector,
      sampling_interval_ms: Math.round(intervalMs),
      pid: this.#pid,
      host: this.#host,
      job_id: identity.job_id,
      rank: identity.rank,
      local_rank: identity.local_rank,
      world_size: identity.world_size,
      device_id: deviceId,
      allocator_allocated_bytes: fields.allocatedBytes,
      allocator_reserved_bytes: fields.allocatedBytes,
      allocator_active_bytes: null,
      allocator_inactive_bytes: null,
      allocator_change_bytes: fields.changeBytes,
      device_used_bytes: fields.usedBytes,
      device_free_bytes: fields.freeBytes ?? null,
      device_total_bytes: fields.totalBytes ?? null,
      context: fields.context,
      metadata: {
        backend: capabilities.backend,
        ...fields.metadata,
        memory_capabilities: capabilities,
      },
    };
  }

  /** Never before the event before, so that phases replay in their order also when the clock is set back. */
  #stamp(): bigint {
    const now = this.#origin.environment.wallNs();
    if (now > this.#lastStamp) this.#lastStamp = now;
    return this.#lastStamp;
  }
}
