import {
  isBlank,
  type JsonObject,
  type JsonValue,
  parseIntegerText,
  type RecordIssue,
  stripWhiteSpace,
} from '@stormlog/records';
import { invalidRecord } from '../event/invalid-record.ts';
import { type DistributedIdentity, type IdentityParts, normalizeIdentity } from './distributed-identity.ts';

/** Environment variables as a caller hands them in, `process.env` for example; none is read from the process itself. */
export type IdentityVariables = Readonly<Record<string, string | null | undefined>>;

/** What {@link resolveDistributedIdentity} goes by, best source first: the parts themselves, metadata, variables. */
export interface IdentitySources {
  readonly job_id?: JsonValue | undefined;
  readonly rank?: JsonValue | undefined;
  readonly local_rank?: JsonValue | undefined;
  readonly world_size?: JsonValue | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly env?: IdentityVariables | null | undefined;
}

const JOB_ID_VARIABLES = ['TORCHELASTIC_RUN_ID', 'SLURM_JOB_ID'];
const RANK_VARIABLES = [
  { rank: 'RANK', localRank: 'LOCAL_RANK', worldSize: 'WORLD_SIZE' },
  {
    rank: 'OMPI_COMM_WORLD_RANK',
    localRank: 'OMPI_COMM_WORLD_LOCAL_RANK',
    worldSize: 'OMPI_COMM_WORLD_SIZE',
  },
  { rank: 'SLURM_PROCID', localRank: 'SLURM_LOCALID', worldSize: 'SLURM_NTASKS' },
];
const NOTHING: IdentityParts = { job_id: null, rank: null, local_rank: null, world_size: null };

/**
 * Which process of which job, from what is said outright, then metadata, then the variables of torchrun, Open MPI or
 * Slurm; what nobody says is a world of one (docs/formats/telemetry.md §6). A null part counts as not said.
 *
 * @throws InvalidRecordError with every fault: a part that is no integer, a rank outside the world
 */
export function resolveDistributedIdentity(sources: IdentitySources = {}): DistributedIdentity {
  const { metadata, env } = sources;
  const said: IdentityParts = {
    job_id: sources.job_id ?? metadata?.['job_id'],
    rank: sources.rank ?? metadata?.['rank'],
    local_rank: sources.local_rank ?? metadata?.['local_rank'],
    world_size: sources.world_size ?? metadata?.['world_size'],
  };
  const issues: RecordIssue[] = [];
  const identity = normalizeIdentity(env ? withVariables(said, env, issues) : said, issues);
  if (issues.length > 0) throw invalidRecord(issues);
  return identity;
}

function withVariables(said: IdentityParts, env: IdentityVariables, issues: RecordIssue[]): IdentityParts {
  const jobId = said.job_id ?? jobIdVariable(env);
  // Rank variables are not even parsed when nothing is missing, so a broken one does no harm then.
  const isComplete = said.rank != null && said.local_rank != null && said.world_size != null;
  if (isComplete) return { ...said, job_id: jobId };
  const ranks = rankVariables(env, issues);
  return {
    job_id: jobId,
    rank: said.rank ?? ranks.rank,
    local_rank: said.local_rank ?? ranks.local_rank,
    world_size: said.world_size ?? ranks.world_size,
  };
}

function jobIdVariable(env: IdentityVariables): string | null {
  for (const name of JOB_ID_VARIABLES) {
    const jobId = stripWhiteSpace(env[name] ?? '');
    if (jobId !== '') return jobId;
  }
  return null;
}

function rankVariables(env: IdentityVariables, issues: RecordIssue[]): IdentityParts {
  for (const names of RANK_VARIABLES) {
    const rank = env[names.rank] ?? null;
    const worldSize = env[names.worldSize] ?? null;
    if (rank === null || worldSize === null) continue;
    const localRank = env[names.localRank] ?? '';
    return {
      job_id: null,
      rank: integerVariable(names.rank, rank, 0n, issues),
      local_rank: integerVariable(names.localRank, isBlank(localRank) ? rank : localRank, 0n, issues),
      world_size: integerVariable(names.worldSize, worldSize, 1n, issues),
    };
  }
  return NOTHING;
}

function integerVariable(name: string, text: string, minimum: bigint, issues: RecordIssue[]): number | null {
  const integer = parseIntegerText(text);
  if (integer !== null && integer >= minimum && integer <= Number.MAX_SAFE_INTEGER) return Number(integer);
  issues.push({
    code: 'field_invalid',
    field: name,
    found: JSON.stringify(text.slice(0, 60)),
    expected: `the text of an integer ≥ ${minimum}`,
  });
  return null;
}
