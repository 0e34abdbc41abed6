import { MAX_WORLD_SIZE } from '@stormlog/telemetry';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';
import type { RankSummary } from './rank-summary.ts';

/** What limits the model, whatever ranks are shown (docs/formats/distributed-diagnostics.md §9.5). */
export function modelWarnings(ranks: readonly RankSummary[]): DiagnosticsWarning[] {
  return [...worldSizeWarnings(ranks), ...counterWarnings(ranks)];
}

function worldSizeWarnings(ranks: readonly RankSummary[]): DiagnosticsWarning[] {
  const warnings: DiagnosticsWarning[] = [];
  const refused = ranks.reduce((largest, { refused_world_size }) => Math.max(largest, refused_world_size ?? 0), 0);
  if (refused > 0) {
    warnings.push({
      code: 'world_size_ignored',
      message: `A world size of ${refused} is not believed (limit ${MAX_WORLD_SIZE}): missing ranks are counted without it.`,
      world_size: refused,
    });
  }
  const sizes = [...new Set(ranks.flatMap(({ world_sizes }) => world_sizes))].sort((left, right) => left - right);
  if (sizes.length > 1) {
    warnings.push({
      code: 'world_size_conflict',
      message: `Events disagree about the world size (${sizes.slice(0, 8).join(', ')}): the largest decides which ranks are expected. Perhaps files of several runs were given together.`,
    });
  }
  return warnings;
}

function counterWarnings(ranks: readonly RankSummary[]): DiagnosticsWarning[] {
  const sum = (pick: (summary: RankSummary) => number): number => ranks.reduce((total, each) => total + pick(each), 0);
  const allocatorSamples = sum(({ coverage }) => coverage.with_allocator);
  if (sum(({ coverage }) => coverage.samples) > 0 && allocatorSamples === 0) {
    return sum(({ coverage }) => coverage.with_allocated) > 0 ? [PARTIAL] : [DEVICE_ONLY];
  }
  const without = sum(({ coverage }) => coverage.without_fragmentation);
  return allocatorSamples > 0 && without === allocatorSamples ? [NO_FRAGMENTATION] : [];
}

const DEVICE_ONLY: DiagnosticsWarning = {
  code: 'allocator_counters_unavailable_device_only',
  message:
    'No sample has allocator counters: only the use of the device can be shown, and no hidden memory can be found.',
};

const PARTIAL: DiagnosticsWarning = {
  code: 'allocator_counters_unavailable_partial',
  message: 'No sample has both allocated and reserved memory: hidden memory cannot be found.',
};

const NO_FRAGMENTATION: DiagnosticsWarning = {
  code: 'fragmentation_disabled',
  message: 'The collector cannot tell fragmented memory from cached memory, so fragmentation is not looked for.',
};
