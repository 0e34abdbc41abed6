/** A byte counter that cannot be one: an integer beyond ±(2^53−1), such as the "blank" sentinels of exporters. */
export interface UnusableCounter {
  /** The field of the record that held it, such as `device_used_bytes` or `memory_allocated`. */
  readonly field: string;
  readonly value: bigint;
}

/** How records become events. */
export interface ConversionOptions {
  /** Convert records without a `schema_version`; default true. When false they are refused. */
  readonly permissiveLegacy?: boolean | undefined;
  /** Collector of a legacy record that implies none; default `legacy.unknown`. */
  readonly defaultCollector?: string | undefined;
  /** Sampling interval of a legacy record that states none, in milliseconds; default 0, unknown. */
  readonly defaultSamplingIntervalMs?: number | undefined;
  /** Session of a record that names none; default, also for null: an id derived from the record. */
  readonly defaultSessionId?: string | null | undefined;
  /**
   * When given, a byte counter beyond ±(2^53−1) becomes null and is handed here; without it the record is refused
   * (docs/formats/telemetry.md §4.4).
   */
  readonly onCounterUnusable?: ((counter: UnusableCounter) => void) | undefined;
}
