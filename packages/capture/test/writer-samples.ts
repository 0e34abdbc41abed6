import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  activityReferenceEvent,
  artifactEvent,
  type CorrelationContext,
  capabilityEvent,
  clockAlignmentEvent,
  correlationContext,
  type InferenceEvent,
  iterationEvent,
  membershipEvent,
  requestEvent,
  stageEvent,
} from '@stormlog/correlation-events';
import type { JsonObject } from '@stormlog/records';
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { SYSTEM_WRITER_FILE_OPERATIONS, type WritableArtifact, type WriterFileOperations } from '../src/index.ts';

/** A path in a folder that is removed after the test. */
export async function artifactPath(name = 'engine.jsonl'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-writer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, name);
}

export function writerContext(changes: Partial<CorrelationContext> = {}): CorrelationContext {
  return correlationContext({
    run_id: 'run-7',
    session_id: 'session-1',
    producer_id: 'engine-0',
    source: 'test.engine',
    clock_domain: 'node-1/boot/monotonic_ns',
    clock_kind: 'monotonic',
    collection_mode: 'active',
    provenance: 'observed',
    ...changes,
  });
}

const CONTEXT = writerContext();

/** Iterations 1, 2, … of one context. */
export function iterations(count: number, context = CONTEXT): InferenceEvent[] {
  return Array.from({ length: count }, (_, index) =>
    iterationEvent({
      context,
      event_id: `it-${index + 1}`,
      iteration_ref: { producer_id: 'engine-0', id: `i${index + 1}` },
      start_ns: index * 10,
      end_ns: index * 10 + 5,
    }),
  );
}

const awkward = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
  fc.constantFrom('a"b', 'back\\slash', '\u007f', 'é', '😀', '\ud800', '__proto__', '\n\t', ' '),
);
const ref = fc.record({ producer_id: awkward, id: awkward });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const count = fc.oneof(fc.constant(0), fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER));
const ns = fc.bigInt({ min: 0n, max: 2n ** 70n });
const span = fc.oneof(
  fc.record({ start_ns: maybe(ns), end_ns: fc.constant(null) }),
  fc.tuple(ns, ns).map(([start, length]) => ({ start_ns: start, end_ns: start + length })),
);
const sizes = fc.record({ input_tokens: maybe(count), output_tokens: maybe(count), kv_bytes: maybe(count) });
const metadata: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  // What JSON text gives back is what metadata can hold.
  fc.jsonValue({ maxDepth: 3 }).map((value) => ({ value: JSON.parse(JSON.stringify(value)) })),
  fc.constantFrom<JsonObject>(
    { id: 'x', producer_id: 'y' },
    { id: 1, producer_id: null },
    { big: 2n ** 80n, float: 1e-5, nan: Number.NaN },
  ),
);
const context = fc.constantFrom(
  CONTEXT,
  writerContext({ producer_id: 'é"\\', device_uuid: 'GPU-0', pid: 7, rank: 0, world_size: 8 }),
);
const header = fc.record({ context, event_id: awkward, metadata });
const identifier = maybe(
  fc.oneof<fc.Arbitrary<number | bigint>[]>(count, fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n })),
);

/** Sound events of every type with awkward content. */
export const anyEvent: fc.Arbitrary<InferenceEvent> = fc.oneof(
  fc
    .tuple(header, span, sizes, ref, maybe(ref), maybe(ref), maybe(awkward))
    .map(([h, s, z, request_ref, attempt_ref, backend_request_ref, status]) =>
      requestEvent({ ...h, ...s, ...z, request_ref, attempt_ref, backend_request_ref, status }),
    ),
  fc
    .tuple(header, span, ref, maybe(ref))
    .map(([h, s, iteration_ref, batch_ref]) => iterationEvent({ ...h, ...s, iteration_ref, batch_ref })),
  fc
    .tuple(header, span, sizes, ref, awkward, ref, maybe(ref))
    .map(([h, s, z, stage_ref, name, request_ref, iteration_ref]) =>
      stageEvent({ ...h, ...s, ...z, stage_ref, name, request_ref, iteration_ref }),
    ),
  fc
    .tuple(header, sizes, ref, ref, awkward, maybe(ref))
    .map(([h, z, request_ref, iteration_ref, role, attempt_ref]) =>
      membershipEvent({ ...h, ...z, request_ref, iteration_ref, role, attempt_ref }),
    ),
  fc
    .tuple(header, span, ref, awkward, maybe(ref), identifier, identifier)
    .map(([h, s, activity_ref, activity_kind, iteration_ref, stream_id, cuda_correlation_id]) =>
      activityReferenceEvent({
        ...h,
        ...s,
        activity_ref,
        activity_kind,
        iteration_ref,
        stream_id,
        cuda_correlation_id,
        attribution_status: iteration_ref === null ? 'unresolved' : 'linked',
      }),
    ),
  header.map((h) =>
    activityReferenceEvent({
      ...h,
      metadata: { intervals: h.event_id.length > 3 ? null : [[0, 5]] },
      activity_ref: { producer_id: 'p', id: h.event_id },
      activity_kind: 'kernel',
      attribution_status: 'unresolved',
      activity_domain: 'gpu',
      start_ns: 10,
      end_ns: 20,
    }),
  ),
  header.map((h) =>
    capabilityEvent({ ...h, component: 'engine', available: true, supported: ['a', 'b'], enabled: ['a'] }),
  ),
  header.map((h) => artifactEvent({ ...h, artifact_kind: 'k', created_at_ns: 5 })),
  fc
    .tuple(header, fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }))
    .map(([h, offset_ns]) =>
      clockAlignmentEvent({ ...h, from_clock_domain: 'a', to_clock_domain: 'b', offset_ns, uncertainty_ns: 3 }),
    ),
);

/** File operations of the system, some of which fail on demand. */
export class FaultyDisk implements WriterFileOperations {
  /** Bytes that still fit; writes beyond are short first and refused then, as on a full disk. */
  room = Number.POSITIVE_INFINITY;
  failTruncate = false;
  failRename = false;
  failSync = false;

  async openArtifact(path: string): Promise<WritableArtifact> {
    const file = await SYSTEM_WRITER_FILE_OPERATIONS.openArtifact(path);
    return {
      write: async (bytes, offset, length, position) => {
        if (this.room <= 0) throw systemFault('ENOSPC');
        const taken = Math.min(length, this.room);
        this.room -= taken;
        return file.write(bytes, offset, taken, position);
      },
      truncate: async (size) => {
        if (this.failTruncate) throw systemFault('EIO');
        await file.truncate(size);
      },
      stat: () => file.stat(),
      chmod: (mode) => file.chmod(mode),
      sync: async () => {
        if (this.failSync) throw systemFault('EIO');
        await file.sync();
      },
      close: () => file.close(),
    };
  }

  rename = async (from: string, to: string): Promise<void> => {
    if (this.failRename) throw systemFault('EACCES');
    await SYSTEM_WRITER_FILE_OPERATIONS.rename(from, to);
  };

  list = SYSTEM_WRITER_FILE_OPERATIONS.list;
  syncFolder = SYSTEM_WRITER_FILE_OPERATIONS.syncFolder;
}

function systemFault(code: string): Error {
  return Object.assign(new Error(code), { code });
}
