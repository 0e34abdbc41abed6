import { collectAnomalyCandidates } from '@stormlog/distributed-diagnostics';
import { renderHtmlReport } from '@stormlog/report';
import { type SampleRank, sampleDiagnosis } from '../sample-diagnosis.ts';

/** The page of a made-up run. */
export function pageOf(ranks: readonly SampleRank[], worldSize: number): string {
  const diagnosis = sampleDiagnosis(ranks, worldSize);
  return renderHtmlReport({ ...diagnosis, candidates: collectAnomalyCandidates(diagnosis.load.events) });
}

/** Eight ranks of which one leaks outside the allocator, one stops early with an alert, and one is missing. */
export function troubledRanks(): SampleRank[] {
  return [0, 1, 2, 3, 4, 5, 6].map((rank): SampleRank => {
    const allocated = (sample: number) =>
      10_000 + Math.round(500 * Math.sin(sample / 9)) + ((sample * 7 + rank * 3) % 11);
    const used = (sample: number) => allocated(sample) + 600 + (rank === 2 ? Math.max(0, sample - 40) * 20 : 0);
    const base = { rank, samples: 240, allocated, used, host: rank < 4 ? 'node-1' : 'node-2' };
    if (rank !== 5) return base;
    const alert = { sample: 170, type: 'critical', context: 'CUDA out of memory: tried to allocate 2 GiB' };
    return { ...base, samples: 172, status: 'running', alert };
  });
}
