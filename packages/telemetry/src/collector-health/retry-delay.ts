/** How long to wait between tries that keep failing. */
export interface RetryPolicy {
  readonly initialDelaySeconds: number;
  /** What each further failure multiplies the delay by; 1 or less keeps it as it is. */
  readonly factor: number;
  readonly maxDelaySeconds: number;
}

/**
 * The seconds to wait after so many failures in a row: growing by the factor, never above the maximum; 0 when there was no
 * failure or the policy has no delay (docs/formats/issues.md §5).
 */
export function collectorRetryDelaySeconds(consecutiveFailures: number, policy: RetryPolicy): number {
  const { initialDelaySeconds: initial, factor, maxDelaySeconds: max } = policy;
  if (consecutiveFailures <= 0 || initial <= 0 || max <= 0) return 0;
  if (factor <= 1) return Math.min(initial, max);
  const delay = initial * factor ** (consecutiveFailures - 1);
  return Number.isFinite(delay) && delay < max ? delay : max;
}
