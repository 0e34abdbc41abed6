import type { JsonObject } from '@stormlog/records';
import type { Environment, SessionStatus, SessionSummary } from '@stormlog/sessions';
import type { CollectorHealth } from '../collector-health/collector-health.ts';
import type { TelemetrySink } from '../sink-writer/telemetry-sink.ts';
import { CollectorState, type MeasuredPart } from './collector-state.ts';
import { gpuSample, gpuSource } from './gpu-events.ts';
import { GpuWatch, type GpuWatchOptions } from './gpu-watch.ts';
import type { MemoryAlerts } from './memory-alerts.ts';
import type { NodeMemoryCollector, NodeMemorySample } from './node-memory-collector.ts';
import type { GpuMemory } from './nvidia-smi.ts';
import { outOfMemoryReason } from './out-of-memory.ts';
import { PhaseLanes } from './phase-lanes.ts';
import type { EventFields, EventSource, TrackedEvents } from './tracked-event.ts';

const MEBIBYTE = 1024 * 1024;
/** What may wait in memory for a disk that takes nothing. */
export const MAX_WAITING_BYTES = 8 * MEBIBYTE;

/** What `trackMemory` puts together. */
export interface MemoryTrackerParts {
  readonly session: SessionSummary;
  readonly sink: TelemetrySink;
  readonly events: TrackedEvents;
  readonly collector: NodeMemoryCollector;
  readonly alerts: MemoryAlerts | null;
  readonly gpus: Omit<GpuWatchOptions, 'onMemory' | 'onFailure'>;
  readonly intervalMs: number;
  readonly environment: Environment;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** A recording that runs; made by {@link trackMemory}. Its timer does not keep the process alive. */
export class MemoryTracker {
  /** The session that the events belong to. */
  readonly session: SessionSummary;
  readonly #parts: MemoryTrackerParts;
  readonly #source: EventSource;
  readonly #gpus: GpuWatch;
  readonly #phases: PhaseLanes;
  readonly #state = new CollectorState();
  readonly #reported = new WeakSet<Error>();
  readonly #timer: NodeJS.Timeout;
  #lastRss: number | null = null;
  /** Of the last sample, against which the next one is a change. */
  #sampledRss: number | null;
  #peak = 0;
  #dropped = 0;
  #stopped: Promise<void> | null = null;

  constructor(parts: MemoryTrackerParts) {
    const { session, collector } = parts;
    this.#parts = parts;
    this.session = session;
    this.#source = { deviceId: collector.deviceId, capabilities: collector.capabilities };
    this.#phases = new PhaseLanes({
      sessionId: session.session_id,
      rank: session.rank,
      onBoundary: ({ event_type, context, metadata }) => {
        const { attributes, ...scope } = metadata.phase_scope;
        this.#addEvent(event_type, context, { phase_scope: attributes ? { ...scope, attributes } : scope });
      },
    });
    this.#gpus = new GpuWatch({
      ...parts.gpus,
      onMemory: (gpus) => this.#addGpus(gpus),
      onFailure: (error) => this.#fail('gpu', error),
    });
    this.#addEvent('start', 'Tracking of memory begins');
    this.#sampledRss = this.#lastRss;
    this.#timer = setInterval(() => this.sample(), parts.intervalMs).unref();
  }

  /** Takes a sample now, between those of the timer. */
  sample(): void {
    if (this.#stopped !== null) return;
    this.#gpus.tick(this.#parts.environment.monotonicSeconds());
    let sample: NodeMemorySample;
    try {
      sample = this.#parts.collector.sample();
    } catch (error) {
      this.#fail('memory', error);
      return;
    }
    this.#succeed('memory');
    this.#addSample(sample);
  }

  /**
   * Runs `work` as a phase: what is measured meanwhile is put down to it, also by readers of the sink. Phases begun inside
   * are inside it, across `await`, and phases of concurrent requests do not mix (docs/formats/memory-tracking.md §5). The
   * answer, or error, is that of `work`; an error that says that memory ran out is recorded on the way.
   */
  phase<Result>(name: string, work: () => Result, attributes?: JsonObject | undefined): Result {
    const scope = this.#attempt(() => this.#phases.enter(name, attributes));
    if (scope === null) return work();
    const leave = (): void => {
      this.#attempt(() => this.#phases.leave(scope));
    };
    let result: Result;
    try {
      result = this.#phases.run(scope, work);
    } catch (error) {
      this.#phases.run(scope, () => this.recordError(error));
      leave();
      throw error;
    }
    if (!(result instanceof Promise)) {
      leave();
      return result;
    }
    const settled: unknown = result.then(
      (value) => {
        leave();
        return value;
      },
      (error: unknown) => {
        this.#phases.run(scope, () => this.recordError(error));
        leave();
        throw error;
      },
    );
    // A promise of the same value: which kind of promise it was, the type cannot say.
    return settled as Result;
  }

  /** Records an error that says that memory ran out, once; false for any other error, which is not recorded. */
  recordError(error: unknown): boolean {
    const reason = outOfMemoryReason(error);
    if (reason === null || !(error instanceof Error) || this.#reported.has(error)) return false;
    this.#reported.add(error);
    const scopeId = this.#phases.currentScopeId();
    this.#addEvent('error', `Out of memory (${reason})`, {
      oom_reason: reason,
      ...(scopeId !== null && { origin_phase_scope_id: scopeId }),
    });
    return true;
  }

  /** How well measuring works. */
  health(): CollectorHealth {
    return this.#state.health();
  }

  /** Events not recorded because the sink had too much waiting; those the sink dropped itself are its own count. */
  get droppedEvents(): number {
    return this.#dropped;
  }

  /**
   * Ends the recording: a last event, and the session with this status; the sink is closed. What goes wrong is told to
   * `onError`. Later calls wait for the first.
   */
  stop(status: SessionStatus = 'completed'): Promise<void> {
    this.#stopped ??= this.#end(status);
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #end(status: SessionStatus): Promise<void> {
    clearInterval(this.#timer);
    this.#gpus.stop();
    this.#addEvent('stop', 'Tracking of memory ends');
    try {
      await this.#parts.sink.close(status);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** What the CPU tracker of the Python package records of a sample, in its order (docs/formats/memory-tracking.md §2). */
  #addSample(sample: NodeMemorySample): void {
    const { rssBytes, metadata } = sample;
    const changeBytes = this.#sampledRss === null ? 0 : rssBytes - this.#sampledRss;
    this.#lastRss = rssBytes;
    this.#sampledRss = rssBytes;
    const counters = { allocatedBytes: rssBytes, usedBytes: rssBytes, changeBytes };
    if (rssBytes > this.#peak) {
      this.#peak = rssBytes;
      this.#append(this.#source, {
        ...counters,
        eventType: 'peak',
        context: `Highest resident size: ${size(rssBytes)}`,
      });
    }
    if (changeBytes !== 0) {
      const [eventType, verb] = changeBytes > 0 ? ['allocation', 'grew'] : ['deallocation', 'shrank'];
      const context = `Resident size ${verb} by ${size(Math.abs(changeBytes))}`;
      this.#append(this.#source, { ...counters, eventType, context });
    }
    for (const alert of this.#parts.alerts?.check(sample, changeBytes) ?? []) {
      this.#append(this.#source, { ...counters, ...alert, metadata: { ...metadata, ...alert.metadata } });
    }
    const sampled = { ...counters, changeBytes: 0, eventType: 'sample', context: 'Sample of the process' };
    this.#append(this.#source, { ...sampled, metadata });
  }

  #addGpus(gpus: readonly GpuMemory[]): void {
    this.#succeed('gpu');
    for (const gpu of gpus) this.#append(gpuSource(gpu), gpuSample(gpu));
  }

  /** An event that is no sample, with the memory as it is now. */
  #addEvent(eventType: string, context: string, metadata?: JsonObject): void {
    try {
      this.#lastRss = this.#parts.collector.rssBytes();
    } catch {
      // The next sample tells; until then the last size that was read stands.
    }
    const counters = { allocatedBytes: this.#lastRss, usedBytes: this.#lastRss, changeBytes: 0 };
    this.#append(this.#source, { ...counters, eventType, context, metadata });
  }

  #append(source: EventSource, fields: EventFields): void {
    if (this.#stopped !== null) return;
    const { sink, events } = this.#parts;
    // A bounded sink looks after its memory itself.
    if (sink.config.maxBufferBytes === null && sink.failureDiagnostics().buffered_bytes > MAX_WAITING_BYTES) {
      this.#dropped++;
      return;
    }
    const metadata = this.#state.isHealthy ? fields.metadata : { ...fields.metadata, ...this.#state.health() };
    sink.append(events.make(source, { ...fields, metadata })).catch((error: unknown) => this.#tell(error));
  }

  #fail(part: MeasuredPart, error: unknown): void {
    const isNews = this.#state.fail(part, error);
    if (!isNews) return;
    this.#addEvent('collector_degraded', `Measuring fails: ${part}`, { collector_transition: 'degraded' });
    this.#tell(error);
  }

  #succeed(part: MeasuredPart): void {
    const previous = this.#state.succeed(part);
    if (previous === null) return;
    this.#addEvent('collector_recovered', `Measuring works again: ${part}`, {
      collector_transition: 'recovered',
      collector_previous_error: previous,
    });
  }

  #attempt<Answer>(work: () => Answer): Answer | null {
    try {
      return work();
    } catch (error) {
      this.#tell(error);
      return null;
    }
  }

  #tell(error: unknown): void {
    try {
      this.#parts.onError?.(error);
    } catch {
      // There is nobody left to tell.
    }
  }
}

function size(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
