/** How the clock of a host stands to that of the reference host (docs/formats/causes.md §3). */
export interface ClockOffset {
  readonly host: string;
  readonly reference_host: string;
  /** To be added to times of the host to compare them with the reference; 0 when there was nothing to estimate from. */
  readonly offset_ns: bigint;
  /** The true offset lies so close with high probability; null when there was nothing to estimate from. */
  readonly uncertainty_ns: bigint | null;
  /** Pairs of boundaries that were compared. */
  readonly matches: number;
  readonly basis: 'reference' | 'collective_ends' | 'phase_boundaries' | 'none';
}

/** What clocks of hosts are assumed to differ by at most when nothing tells (docs/formats/causes.md §3). */
export const ASSUMED_UNCERTAINTY_NS = 300_000_000n;
