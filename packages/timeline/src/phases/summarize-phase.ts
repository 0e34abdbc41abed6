import type { PhaseAttribution } from './phase-attribution.ts';

/** What {@link summarizePhaseResolution} needs of an attribution or of a record that holds one. */
export interface PhaseResolutionFields {
  readonly phase_resolution: string | null;
  readonly phase_path?: string | null | undefined;
  readonly phase_paths?: readonly string[] | null | undefined;
}

/**
 * The label of an attribution: the phase's path, `(likely) …` for a choice between several, `(ambiguous) a | b` for
 * none, null when there is nothing to say. These forms are data, not prose: fingerprints contain them
 * (docs/formats/phases.md §6.5).
 */
export function summarizePhaseAttribution(attribution: PhaseAttribution | null): string | null {
  if (attribution === null) return null;
  const summary = attribution.phase_summary;
  if (summary === null) return summarizePhaseResolution(attribution);
  return summary.source === 'heuristic' ? `(likely) ${summary.phase_path}` : summary.phase_path;
}

/** The label without regard to a summary (docs/formats/phases.md §6.5). */
export function summarizePhaseResolution(resolution: PhaseResolutionFields): string | null {
  const labels = (resolution.phase_paths ?? []).filter((path) => path !== '');
  if (resolution.phase_resolution === 'unique') {
    return resolution.phase_path || (labels.length === 1 ? labels[0]! : null);
  }
  return resolution.phase_resolution === 'ambiguous' && labels.length > 0 ? `(ambiguous) ${labels.join(' | ')}` : null;
}
