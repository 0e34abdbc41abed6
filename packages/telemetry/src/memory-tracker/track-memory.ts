import { ArgumentError } from '@stormlog/records';
import { createSessionSummary, type Environment, systemEnvironment } from '@stormlog/sessions';
import { type IdentityVariables, resolveDistributedIdentity } from '../identity/resolve-distributed-identity.ts';
import { TelemetrySink } from '../sink-writer/telemetry-sink.ts';
import type { GpuChoice } from './gpu-watch.ts';
import { MemoryAlerts, type MemoryThresholds, STANDARD_MEMORY_THRESHOLDS } from './memory-alerts.ts';
import { MAX_WAITING_BYTES, MemoryTracker } from './memory-tracker.ts';
import { NODE_COLLECTOR, NodeMemoryCollector } from './node-memory-collector.ts';
import { TrackedEvents } from './tracked-event.ts';

const MAX_INTERVAL_MS = 2 ** 31 - 1;

/** Options of {@link trackMemory}. */
export interface TrackMemoryOptions {
  /**
   * Where events go: a folder, or a sink that is open already. Every process, and every worker thread that tracks, needs a
   * folder of its own. A session is begun in the sink, and `stop` closes it.
   */
  readonly sink: TelemetrySink | string;
  /** Milliseconds between samples; default 500. */
  readonly intervalMs?: number | undefined;
  /** Which process of which job this is; what is not said is taken from `env`. */
  readonly jobId?: string | undefined;
  readonly rank?: number | undefined;
  readonly localRank?: number | undefined;
  readonly worldSize?: number | undefined;
  /** Default `process.env`: the variables of torchrun, Open MPI and Slurm count. */
  readonly env?: IdentityVariables | undefined;
  /**
   * GPUs that are recorded where `nvidia-smi` is present: those on which the driver lists this process (default), all that
   * are visible — in a container the driver does not know the process by its number — or none.
   */
  readonly gpus?: GpuChoice | undefined;
  /** Milliseconds between two looks at the GPUs; default 5000. */
  readonly gpuIntervalMs?: number | undefined;
  /** Default `nvidia-smi`. */
  readonly nvidiaSmi?: string | undefined;
  /** When an alert is given; false for none. */
  readonly alerts?: Partial<MemoryThresholds> | false | undefined;
  /** Told what went wrong while tracking: nothing of it is thrown. What it throws itself is dropped. */
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly collector?: NodeMemoryCollector | undefined;
  readonly environment?: Environment | undefined;
}

/**
 * Records the memory of this process into a sink, from the call until `stop` (docs/formats/memory-tracking.md §1). Nothing
 * that goes wrong afterwards is thrown into the program: it is counted and told to `onError`.
 *
 * @throws ArgumentError naming the option that cannot be; InvalidRecordError for a rank outside the world
 * @throws ArtifactError `sink_in_use` and others when the sink cannot be opened
 */
export async function trackMemory(options: TrackMemoryOptions): Promise<MemoryTracker> {
  const intervalMs = requireInterval('intervalMs', options.intervalMs ?? 500);
  const gpuIntervalMs = requireInterval('gpuIntervalMs', options.gpuIntervalMs ?? 5000);
  const environment = options.environment ?? systemEnvironment();
  const { jobId, rank, localRank, worldSize } = options;
  const identity = resolveDistributedIdentity({
    job_id: jobId,
    rank,
    local_rank: localRank,
    world_size: worldSize,
    env: options.env ?? process.env,
  });
  const sink =
    typeof options.sink === 'string'
      ? await TelemetrySink.open(options.sink, { maxBufferBytes: MAX_WAITING_BYTES, environment })
      : options.sink;
  const session = await sink.startSession(createSessionSummary({ source: NODE_COLLECTOR, ...identity }, environment));
  return new MemoryTracker({
    session,
    sink,
    events: new TrackedEvents({ sessionId: session.session_id, identity, intervalMs, environment }),
    collector: options.collector ?? new NodeMemoryCollector(),
    alerts: options.alerts === false ? null : new MemoryAlerts({ ...STANDARD_MEMORY_THRESHOLDS, ...options.alerts }),
    gpus: {
      choice: options.gpus ?? 'own',
      intervalSeconds: gpuIntervalMs / 1000,
      command: options.nvidiaSmi ?? 'nvidia-smi',
      pid: environment.pid,
    },
    intervalMs,
    environment,
    onError: options.onError,
  });
}

function requireInterval(argument: string, milliseconds: number): number {
  if (milliseconds >= 1 && milliseconds <= MAX_INTERVAL_MS) return milliseconds;
  throw new ArgumentError(argument, `${argument} must be 1 to ${MAX_INTERVAL_MS} milliseconds, found ${milliseconds}`);
}
