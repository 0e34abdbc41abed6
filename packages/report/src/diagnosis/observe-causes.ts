import type { Cause } from '@stormlog/distributed-diagnostics';
import { formatDuration } from '../units/duration.ts';
import { wallClockTime } from '../units/wall-clock.ts';
import type { Observation } from './observation.ts';

/** Causes as observations; a missing rank is told in the words of the inputs instead. */
export function observeCauses(causes: readonly Cause[]): Observation[] {
  return causes
    .filter(({ kind }) => kind !== 'rank_missing')
    .map((cause) => ({
      code: cause.kind,
      severity: cause.severity,
      ranks: cause.ranks,
      text: `${cause.summary} (${since(cause)}confidence ${cause.confidence.toFixed(2)})`,
      next: cause.next_step,
      cause,
    }));
}

function since({ onset_ns: onset, onset_uncertainty_ns: doubt }: Cause): string {
  if (onset === null) return '';
  const range = doubt === null ? '' : ` ± ${formatDuration(doubt)}`;
  return `${wallClockTime(onset)}${range}, `;
}
