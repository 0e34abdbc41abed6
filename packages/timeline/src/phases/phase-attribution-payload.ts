import type { PhaseAttribution, PhaseAttributionPayload } from './phase-attribution.ts';

/**
 * The wire form of an attribution: empty paths removed, keys that hold null left out, empty text and 0 kept
 * (docs/formats/phases.md §6.3). Null stays null.
 */
export function phaseAttributionToPayload(attribution: PhaseAttribution | null): PhaseAttributionPayload | null {
  if (attribution === null) return null;
  const { phase_resolution, phase_source, phase_path, scope_id, thread_id, thread_name, phase_summary } = attribution;
  return {
    phase_resolution,
    phase_paths: attribution.phase_paths.filter((path) => path !== ''),
    ...(phase_source !== null && { phase_source }),
    ...(phase_path !== null && { phase_path }),
    ...(scope_id !== null && { scope_id }),
    ...(thread_id !== null && { thread_id }),
    ...(thread_name !== null && { thread_name }),
    ...(phase_summary !== null && { phase_summary: { ...phase_summary } }),
  };
}
