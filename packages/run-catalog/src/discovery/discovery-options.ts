/** How far a discovery has got. */
export interface CatalogProgress {
  /** The folder listed last, as spelled. */
  readonly path: string;
  readonly folders: number;
  /** Entries of all folders listed so far. */
  readonly entries: number;
}

/** Options of a discovery. */
export interface DiscoveryOptions {
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  /** A folder; attachments of envelopes and sidecars that lie outside of it are warned of. */
  readonly confineTo?: string | undefined;
}
