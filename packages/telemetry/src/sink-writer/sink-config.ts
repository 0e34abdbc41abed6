import { ArgumentError } from '@stormlog/records';

/** How a sink buffers, rolls over, keeps and fails; every member is optional (docs/formats/sinks.md §6). */
export interface TelemetrySinkConfig {
  /** Flush when so many records are buffered; default 50. */
  readonly flushEveryEvents: number;
  /** Flush when the last flush is so long ago; default 2. */
  readonly flushEverySeconds: number;
  /** Close a segment that has reached this size; default 64 MiB. */
  readonly rolloverMaxBytes: number;
  /** Close a segment that has reached so many records; default 10 000. */
  readonly rolloverMaxEvents: number;
  /** Segments kept; default 8. */
  readonly retentionMaxFiles: number;
  /** Bytes of segments kept, at least `rolloverMaxBytes`; default 512 MiB. */
  readonly retentionMaxTotalBytes: number;
  /** Write `rollups.json` at close; default true. */
  readonly writeRollups: boolean;
  /** Length of a rollup's window, whole seconds; default 60. */
  readonly rollupWindowSeconds: number;
  /** Bounded mode: what cannot be written is kept up to so many bytes, then dropped and counted; default null, no bound. */
  readonly maxBufferBytes: number | null;
  /** Bounded mode: wait so long after a failure, twice as long after each further one; default 1. */
  readonly failureBackoffSeconds: number;
  /** The longest wait, at least `failureBackoffSeconds`; default 60. */
  readonly failureBackoffMaxSeconds: number;
}

const DEFAULTS: TelemetrySinkConfig = {
  flushEveryEvents: 50,
  flushEverySeconds: 2,
  rolloverMaxBytes: 64 * 1024 * 1024,
  rolloverMaxEvents: 10_000,
  retentionMaxFiles: 8,
  retentionMaxTotalBytes: 512 * 1024 * 1024,
  writeRollups: true,
  rollupWindowSeconds: 60,
  maxBufferBytes: null,
  failureBackoffSeconds: 1,
  failureBackoffMaxSeconds: 60,
};

const WHOLE = [
  'flushEveryEvents',
  'rolloverMaxBytes',
  'rolloverMaxEvents',
  'retentionMaxFiles',
  'retentionMaxTotalBytes',
  'rollupWindowSeconds',
] as const;
const SECONDS = ['flushEverySeconds', 'failureBackoffSeconds', 'failureBackoffMaxSeconds'] as const;

/** Members of a config that are given; an undefined one counts as absent. */
export type TelemetrySinkConfigOptions = {
  readonly [Name in keyof TelemetrySinkConfig]?: TelemetrySinkConfig[Name] | undefined;
};

/**
 * A complete config.
 *
 * @throws ArgumentError naming the member that cannot be
 */
export function resolveTelemetrySinkConfig(given: TelemetrySinkConfigOptions = {}): TelemetrySinkConfig {
  const config: TelemetrySinkConfig = {
    flushEveryEvents: given.flushEveryEvents ?? DEFAULTS.flushEveryEvents,
    flushEverySeconds: given.flushEverySeconds ?? DEFAULTS.flushEverySeconds,
    rolloverMaxBytes: given.rolloverMaxBytes ?? DEFAULTS.rolloverMaxBytes,
    rolloverMaxEvents: given.rolloverMaxEvents ?? DEFAULTS.rolloverMaxEvents,
    retentionMaxFiles: given.retentionMaxFiles ?? DEFAULTS.retentionMaxFiles,
    retentionMaxTotalBytes: given.retentionMaxTotalBytes ?? DEFAULTS.retentionMaxTotalBytes,
    writeRollups: given.writeRollups ?? DEFAULTS.writeRollups,
    rollupWindowSeconds: given.rollupWindowSeconds ?? DEFAULTS.rollupWindowSeconds,
    maxBufferBytes: given.maxBufferBytes ?? DEFAULTS.maxBufferBytes,
    failureBackoffSeconds: given.failureBackoffSeconds ?? DEFAULTS.failureBackoffSeconds,
    failureBackoffMaxSeconds: given.failureBackoffMaxSeconds ?? DEFAULTS.failureBackoffMaxSeconds,
  };
  for (const name of WHOLE) requireThat(name, isCount(config[name]), 'an integer of at least 1', config[name]);
  for (const name of SECONDS) requireThat(name, config[name] > 0, 'a number of seconds above 0', config[name]);
  const { maxBufferBytes: limit, retentionMaxTotalBytes: kept, failureBackoffMaxSeconds: longest } = config;
  requireThat('maxBufferBytes', limit === null || isCount(limit), 'null or an integer of at least 1', limit);
  requireThat('retentionMaxTotalBytes', kept >= config.rolloverMaxBytes, 'at least rolloverMaxBytes', kept);
  requireThat(
    'failureBackoffMaxSeconds',
    longest >= config.failureBackoffSeconds,
    'at least failureBackoffSeconds',
    longest,
  );
  return config;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function requireThat(name: string, holds: boolean, expected: string, found: unknown): void {
  if (!holds) throw new ArgumentError(name, `${name} must be ${expected}, found ${String(found)}`);
}
