import { ArgumentError, type StormlogError } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import type { RowTransport } from './row-encoder.ts';
import type { WriterFileOperations } from './writer-file-operations.ts';

/** When what was written is brought to the disk: at every flush, at rotation and close, or never. */
export type SyncPolicy = 'flush' | 'close' | 'never';

/** Options of `InferenceArtifactWriter.open`; every member is optional (docs/formats/recording.md §1). */
export interface InferenceArtifactWriterOptions {
  /** Flush when so many events wait; default 512. */
  readonly flushEveryEvents?: number | undefined;
  /** Flush so often, in seconds, when something waits; default 1. It does not keep the process alive. */
  readonly flushEverySeconds?: number | undefined;
  /** Bytes of lines that wait in memory at most; default 8 MiB. */
  readonly maxBufferBytes?: number | undefined;
  /** Default `close`. */
  readonly sync?: SyncPolicy | undefined;
  /** Default `v4`. `embedded` is for readers older than 0.4.3. */
  readonly transport?: RowTransport | undefined;
  /** Go on with a new file once this one has so many bytes; default null, never. */
  readonly rotateBytes?: number | null | undefined;
  /** Flush when the process has nothing left to do, and at SIGTERM; default false. */
  readonly flushOnExit?: boolean | undefined;
  /** How long to wait for another writer to let go of the artifact, in milliseconds; default 15000. */
  readonly lockDeadlineMs?: number | undefined;
  /** Hold the artifact's lock (default true). Without it nothing keeps two writers apart. */
  readonly lock?: boolean | undefined;
  /**
   * Told of the first of a series of failed flushes, of a rotation that failed, and of the first event refused for each
   * reason. What it throws is ignored: nothing may reach the requests that are being served.
   */
  readonly onError?: ((error: StormlogError) => void) | undefined;
  readonly environment?: Environment | undefined;
  /** Default: those of the operating system. */
  readonly fileOperations?: WriterFileOperations | undefined;
}

/** The options that are numbers or words, filled in and checked. */
export interface WriterSettings {
  readonly flushEveryEvents: number;
  readonly flushEverySeconds: number;
  readonly maxBufferBytes: number;
  readonly sync: SyncPolicy;
  readonly transport: RowTransport;
  readonly rotateBytes: number | null;
  readonly lockDeadlineMs: number;
}

/** @throws ArgumentError naming the option that cannot be */
export function resolveWriterSettings(options: InferenceArtifactWriterOptions): WriterSettings {
  const settings: WriterSettings = {
    flushEveryEvents: options.flushEveryEvents ?? 512,
    flushEverySeconds: options.flushEverySeconds ?? 1,
    maxBufferBytes: options.maxBufferBytes ?? 8 * 1024 * 1024,
    sync: options.sync ?? 'close',
    transport: options.transport ?? 'v4',
    rotateBytes: options.rotateBytes ?? null,
    lockDeadlineMs: options.lockDeadlineMs ?? 15_000,
  };
  const { flushEverySeconds: seconds, rotateBytes, sync, transport, lockDeadlineMs: deadline } = settings;
  requireThat('flushEveryEvents', isCount(settings.flushEveryEvents), 'an integer of at least 1');
  requireThat('flushEverySeconds', seconds > 0 && seconds <= 2_000_000, 'a number of seconds above 0');
  requireThat('maxBufferBytes', isCount(settings.maxBufferBytes), 'an integer of at least 1');
  requireThat('sync', sync === 'flush' || sync === 'close' || sync === 'never', 'flush, close or never');
  requireThat('transport', transport === 'v4' || transport === 'embedded', 'v4 or embedded');
  requireThat('rotateBytes', rotateBytes === null || isCount(rotateBytes), 'null or an integer of at least 1');
  requireThat('lockDeadlineMs', deadline >= 0 && deadline <= 2 ** 31 - 1, 'a number of at least 0');
  return settings;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function requireThat(name: string, holds: boolean, expected: string): void {
  if (!holds) throw new ArgumentError(name, `${name} must be ${expected}`);
}
