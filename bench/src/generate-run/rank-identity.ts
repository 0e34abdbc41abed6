import type { RankIdentity } from './generated-event.ts';
import type { RunPlan } from './run-plan.ts';

/** The identity that all events of a rank in one attempt carry; each attempt has sessions of its own. */
export function rankIdentity(plan: RunPlan, rank: number, attempt: number): RankIdentity {
  const unmeasured = plan.unmeasured.get(rank);
  return {
    sessionId: `run-${plan.seed}-attempt-${attempt}-rank-${rank}`,
    host: `node-${String(Math.floor(rank / plan.gpusPerHost)).padStart(2, '0')}`,
    pid: 4000 + attempt * 10_000 + rank,
    jobId: plan.jobId,
    rank,
    localRank: rank % plan.gpusPerHost,
    worldSize: plan.ranks,
    intervalMs: plan.intervalMs,
    supportsAllocator: unmeasured !== 'allocator',
    supportsInactive: unmeasured !== 'allocator' && unmeasured !== 'inactive',
    supportsDevice: unmeasured !== 'device',
  };
}
