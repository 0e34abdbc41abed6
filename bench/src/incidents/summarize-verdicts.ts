import type { Verdict } from './judge-incident.ts';

/** Figures over verdicts of one kind, or of all. */
export interface Figures {
  readonly kind: string;
  readonly count: number;
  readonly accuracy: number;
  readonly originalAccuracy: number;
  readonly originalRank: number;
  readonly onsetMedian: number | null;
  readonly onsetP90: number | null;
}

/** Figures of each kind and of all incidents; `healthy` is not part of `all`, its share of false alarms is 1 − accuracy. */
export function figuresOf(verdicts: readonly Verdict[]): Figures[] {
  const kinds = [...new Set(verdicts.map(({ kind }) => kind))].sort();
  return [
    figure(
      'all',
      verdicts.filter(({ kind }) => kind !== 'healthy'),
    ),
    ...kinds.map((kind) =>
      figure(
        kind,
        verdicts.filter((verdict) => verdict.kind === kind),
      ),
    ),
  ];
}

function figure(kind: string, verdicts: readonly Verdict[]): Figures {
  const share = (test: (verdict: Verdict) => boolean) => verdicts.filter(test).length / Math.max(1, verdicts.length);
  const errors = verdicts.flatMap(({ onsetError }) => (onsetError === null ? [] : [onsetError])).sort((a, b) => a - b);
  const at = (place: number) => errors[Math.floor((errors.length - 1) * place)] ?? null;
  return {
    kind,
    count: verdicts.length,
    accuracy: share(({ right }) => right),
    originalAccuracy: share(({ originalRight }) => originalRight),
    originalRank: share(({ originalRank }) => originalRank),
    onsetMedian: at(0.5),
    onsetP90: at(0.9),
  };
}
