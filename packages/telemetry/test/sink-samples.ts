import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBlank } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import {
  type SinkFile,
  type SinkFileOperations,
  SYSTEM_SINK_FILE_OPERATIONS,
  type TelemetryEvent,
  telemetryEventFromRecord,
} from '../src/index.ts';

/** A folder that is removed after the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sink-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A world whose clocks stand still until they are moved. */
export class StillWorld implements Environment {
  readonly hostName = 'h';
  readonly pid = 1;
  readonly bootId = null;
  readonly version = '0';
  #seconds = 1000;
  #ids = 0;

  wallNs = (): bigint => 1_700_000_000_000_000_000n + BigInt(Math.round(this.#seconds * 1e9));
  monotonicSeconds = (): number => this.#seconds;
  newId = (): string => `id-${++this.#ids}`;

  advance(seconds: number): void {
    this.#seconds += seconds;
  }
}

/** The system's operations with changes to the files that segments are written through. */
export function operationsWith(change: (file: SinkFile) => Partial<SinkFile>): SinkFileOperations {
  return {
    ...SYSTEM_SINK_FILE_OPERATIONS,
    openToAppend: async (path) => {
      const file = await SYSTEM_SINK_FILE_OPERATIONS.openToAppend(path);
      return { ...file, ...change(file) };
    },
  };
}

/** What the operating system says of a full disk. */
export function noSpace(): Error {
  return Object.assign(new Error('no space'), { code: 'ENOSPC' });
}

/** A sample event of a session. */
export function sampleEvent(
  fields: { readonly session?: string; readonly at?: bigint; readonly context?: string } = {},
): TelemetryEvent {
  return telemetryEventFromRecord({
    schema_version: 3,
    session_id: fields.session ?? 'session',
    timestamp_ns: fields.at ?? 1_700_000_000_000_000_001n,
    event_type: 'sample',
    collector: 'c',
    sampling_interval_ms: 100,
    pid: 1,
    host: 'h',
    device_id: 0,
    allocator_allocated_bytes: 1,
    allocator_reserved_bytes: 2,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: 0,
    device_used_bytes: 3,
    device_free_bytes: null,
    device_total_bytes: null,
    context: fields.context ?? null,
    metadata: { backend: 'cuda' },
  });
}

const text = fc
  .oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constant('\u2028\u0085é😀'))
  .filter((value) => !isBlank(value) && value.isWellFormed());
const bytes = fc.integer({ min: 0, max: 2 ** 40 });

/** Events with hostile texts, of few sessions and times. */
export const anyTelemetryEvent: fc.Arbitrary<TelemetryEvent> = fc
  .record({
    session: fc.constantFrom('a', 'b', 'é\u2028'),
    at: fc.integer({ min: 0, max: 9 }).map((tick) => 1_700_000_000_000_000_001n + BigInt(tick)),
    used: bytes,
    context: fc.option(text),
    metadata: fc.dictionary(
      text,
      fc.oneof(
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isFraction),
        fc.bigInt({ min: 2n ** 60n, max: 2n ** 70n }),
        fc.constant(null),
      ),
    ),
  })
  .map(({ session, at, used, context, metadata }) => ({
    ...sampleEvent({ session, at }),
    device_used_bytes: used,
    context,
    metadata: { ...metadata, ...sampleEvent().metadata },
  }));

/** Whole floats come back as integers, which is no difference, but for -0. */
function isFraction(value: number): boolean {
  return !Object.is(value, -0);
}
