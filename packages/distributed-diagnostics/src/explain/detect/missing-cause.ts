import type { ArtifactLoadResult } from '../../load/artifact-load-result.ts';
import { completeRanks } from '../../model/expected-ranks.ts';
import type { Cause } from '../cause.ts';
import type { RunView } from '../run/run-view.ts';
import { ranksText } from '../run/words.ts';

/** Ranks that are expected and have no event in the selected session (docs/formats/causes.md §5.6). */
export function missingCause(run: RunView, load: ArtifactLoadResult): Cause[] {
  if (run.ranks.length === 0) return [];
  const present = new Set(run.ranks.map(({ rank }) => rank));
  const worldSize = run.ranks.reduce((size, { summary }) => Math.max(size, summary.world_sizes.at(-1) ?? 0), 0);
  const highest = run.ranks.at(-1)!.rank + 1;
  const missing = completeRanks(present, worldSize || highest).filter((rank) => !present.has(rank));
  if (missing.length === 0) return [];
  const elsewhere = missing.flatMap((rank) =>
    (load.rank_sessions.get(rank) ?? []).map(({ session_id, job_id }) => ({ rank, session_id, job_id })),
  );
  const known = new Set(elsewhere.map(({ rank }) => rank));
  const all = known.size === missing.length;
  return [
    {
      kind: 'rank_missing',
      ranks: missing,
      devices: [],
      onset_ns: null,
      onset_uncertainty_ns: null,
      severity: 'critical',
      confidence: worldSize > 0 ? 0.99 : 0.7,
      reason_codes: [
        ...(known.size > 0 ? ['seen_elsewhere'] : []),
        worldSize > 0 ? 'world_size' : 'rank_numbers',
      ].sort(),
      summary: all
        ? `${ranksText(missing)} missing here, but seen in another session`
        : `${ranksText(missing)} never seen, though ${worldSize > 0 ? `the world size is ${worldSize}` : 'higher ranks are there'}`,
      evidence: {
        expected_from: worldSize > 0 ? 'world_size' : 'rank_numbers',
        world_size: worldSize,
        ranks_seen: present.size,
        seen_elsewhere: elsewhere,
      },
      phase_path: null,
      next_step: all
        ? 'stormlog sessions lists the sessions; choose one with --session ID, or one job with --job ID'
        : 'check that its file or folder was given; if it was, the process never started recording: read its own log',
    },
  ];
}
