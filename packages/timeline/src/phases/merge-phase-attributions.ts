import { compareCodePoints } from '@stormlog/records';
import type { PhaseAttribution } from './phase-attribution.ts';

/**
 * One attribution for two that were joined. It stays unique only when both name the same scope of the same thread;
 * otherwise it holds the union of the paths and nothing else (docs/formats/phases.md §6.4).
 */
export function mergePhaseAttributions(
  first: PhaseAttribution | null,
  second: PhaseAttribution | null,
): PhaseAttribution | null {
  if (first === null) return second;
  if (second === null) return first;
  const firstPaths = pathsOf(first);
  const secondPaths = pathsOf(second);
  if (firstPaths.length === 0) return second;
  if (secondPaths.length === 0) return first;
  const phase_paths = [...new Set([...firstPaths, ...secondPaths])].sort(compareCodePoints);
  if (phase_paths.length === 1 && isSameScope(first, second)) return first;
  return {
    phase_resolution: 'ambiguous',
    phase_source: null,
    phase_path: null,
    phase_paths,
    scope_id: null,
    thread_id: null,
    thread_name: null,
    phase_summary: null,
  };
}

function pathsOf(attribution: PhaseAttribution): readonly string[] {
  if (attribution.phase_paths.length > 0) return attribution.phase_paths.filter((path) => path !== '');
  return attribution.phase_path ? [attribution.phase_path] : [];
}

function isSameScope(first: PhaseAttribution, second: PhaseAttribution): boolean {
  return (
    first.phase_resolution === 'unique' &&
    second.phase_resolution === 'unique' &&
    first.phase_path === second.phase_path &&
    first.scope_id === second.scope_id &&
    first.thread_id === second.thread_id
  );
}
