/** One fault of a telemetry file (docs/formats/command-line.md §6). */
export interface TelemetryFault {
  readonly path: string;
  /** 1 for the first line of JSON Lines and CSV (its header); null where lines mean nothing. */
  readonly line: number | null;
  /** Place in a document, such as `events[3]`; null in JSON Lines and CSV. */
  readonly element: string | null;
  /** Dotted path of the field; null when the fault is not about one field. */
  readonly field: string | null;
  /** An error code, or the code of a notice. */
  readonly code: string;
  /** What stood there, shortened and printable, integers with every digit; null when nothing did or it cannot be shown. */
  readonly found: string | null;
  readonly expected: string | null;
  readonly message: string;
}

/** What one file held, faults or not. */
export interface ValidationReport {
  readonly path: string;
  readonly kind: 'json_lines' | 'json_document' | 'csv' | 'sink_manifest' | 'rollups' | 'timeline' | 'unreadable';
  /** Lines, rows or elements that were checked. */
  readonly records: number;
  /** Those with at least one fault. */
  readonly invalid: number;
  /** Records of the time before versions, which are valid but say less. */
  readonly legacy: number;
  /** All faults, those beyond the limit included. */
  readonly faults: number;
}

/** Options of {@link validateTelemetryFile}. */
export interface ValidateOptions {
  /** Faults handed out for each file; the others are only counted (default: all). */
  readonly limit?: number | undefined;
  /** Files of a folder for which this answers true are passed over: they are another validator's. */
  readonly isForeign?: ((path: string) => Promise<boolean>) | undefined;
  /** Called when a file is done. */
  readonly onReport?: ((report: ValidationReport) => void) | undefined;
  readonly onProgress?:
    | ((progress: { readonly path: string; readonly bytes: number; readonly totalBytes: number | null }) => void)
    | undefined;
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes read at a time. */
  readonly chunkBytes?: number | undefined;
}
