import type { AdapterTable } from '../../adapter.ts';
import { DERIVED_ADAPTERS } from './derived.ts';
import { GAP_ADAPTERS } from './gaps.ts';
import { MARKER_ADAPTERS } from './markers.ts';
import { PHASE_RECORDING_ADAPTERS } from './phase-recording.ts';
import { PHASE_ADAPTERS } from './phases.ts';

/** Operations of the area gap-analysis. */
export const GAP_ANALYSIS_ADAPTERS: AdapterTable = {
  ...DERIVED_ADAPTERS,
  ...GAP_ADAPTERS,
  ...MARKER_ADAPTERS,
  ...PHASE_ADAPTERS,
  ...PHASE_RECORDING_ADAPTERS,
};
