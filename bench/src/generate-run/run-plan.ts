/** How the events of a generated run are stored. */
export type RunFormat = 'jsonl' | 'sink' | 'csv';

/** Which counters a rank's collector cannot measure; they are null in its events. */
export type UnmeasuredCounters = 'inactive' | 'device' | 'allocator';

/** A made-up GPU job: everything that is not given takes a value that a healthy job would have. */
export interface RunPlan {
  /** The job's world size. */
  readonly ranks: number;
  /** Samples of each rank, device and attempt. */
  readonly samples: number;
  readonly seed: number;
  readonly format: RunFormat;
  readonly intervalMs: number;
  /** Largest distance of a sample from its planned time, in milliseconds. */
  readonly jitterMs: number;
  readonly jobId: string | null;
  /** Ranks (so many one after the other) that share a host; each host has its own clock. */
  readonly gpusPerHost: number;
  /** Devices that one rank's process uses. */
  readonly devicesPerRank: number;
  /** Ranks that never wrote anything. */
  readonly missing: ReadonlySet<number>;
  /** Rank → share of the samples after which its process was killed: no stop event, session still `running`. */
  readonly killed: ReadonlyMap<number, number>;
  /** Runs of the whole job one after the other; all but the last break off half way. */
  readonly attempts: number;
  /** Rank → bytes per second of memory lost outside the allocator. */
  readonly hiddenDrift: ReadonlyMap<number, number>;
  /** Rank → bytes per second of growth of allocated memory. */
  readonly allocatedGrowth: ReadonlyMap<number, number>;
  /** Ranks with rare spikes of device memory outside the allocator. */
  readonly spiking: ReadonlySet<number>;
  /** Ranks whose allocator splinters: most of the reserved memory ends up in inactive split blocks. */
  readonly fragmented: ReadonlySet<number>;
  /** Every so many samples a collective runs on all ranks; 0 = none. Some hold buffers outside the allocator. */
  readonly collectiveEvery: number;
  readonly unmeasured: ReadonlyMap<number, UnmeasuredCounters>;
  /** Largest offset of a host's clock from the true time, in milliseconds. */
  readonly clockSkewMs: number;
  /** Whether phases (`epoch n`, `forward`, `backward`, `optimizer`) are entered and left. */
  readonly phases: boolean;
  /** Whether a torn half line ends the file of a killed rank. */
  readonly tornTail: boolean;
}

const HEALTHY: Omit<RunPlan, 'ranks' | 'samples'> = {
  seed: 1,
  format: 'jsonl',
  intervalMs: 100,
  jitterMs: 2,
  jobId: 'job-7',
  gpusPerHost: 8,
  devicesPerRank: 1,
  missing: new Set(),
  killed: new Map(),
  attempts: 1,
  hiddenDrift: new Map(),
  allocatedGrowth: new Map(),
  spiking: new Set(),
  fragmented: new Set(),
  collectiveEvery: 0,
  unmeasured: new Map(),
  clockSkewMs: 0,
  phases: false,
  tornTail: false,
};

/** A complete plan; throws a RangeError that names the first impossible wish. */
export function planRun(wishes: Partial<RunPlan> & Pick<RunPlan, 'ranks' | 'samples'>): RunPlan {
  const plan: RunPlan = { ...HEALTHY, ...wishes };
  for (const name of ['ranks', 'samples', 'gpusPerHost', 'devicesPerRank', 'attempts'] as const) {
    if (!Number.isSafeInteger(plan[name]) || plan[name] < 1)
      throw new RangeError(`${name}: a whole number from 1 was expected, not ${plan[name]}`);
  }
  if (plan.ranks > 1_048_576) throw new RangeError(`ranks: ${plan.ranks} is beyond 1048576`);
  for (const name of ['intervalMs', 'jitterMs', 'collectiveEvery', 'clockSkewMs'] as const) {
    if (!Number.isFinite(plan[name]) || plan[name] < 0)
      throw new RangeError(`${name}: a number from 0 was expected, not ${plan[name]}`);
  }
  const named: readonly (readonly [string, Iterable<number>])[] = [
    ['missing', plan.missing],
    ['killed', plan.killed.keys()],
    ['hiddenDrift', plan.hiddenDrift.keys()],
    ['allocatedGrowth', plan.allocatedGrowth.keys()],
    ['spiking', plan.spiking],
    ['fragmented', plan.fragmented],
    ['unmeasured', plan.unmeasured.keys()],
  ];
  for (const [name, ranks] of named) {
    for (const rank of ranks) {
      if (!Number.isSafeInteger(rank) || rank < 0 || rank >= plan.ranks)
        throw new RangeError(`${name}: ${rank} is no rank of a job of ${plan.ranks}`);
    }
  }
  for (const [rank, share] of plan.killed) {
    if (!(share >= 0 && share <= 1))
      throw new RangeError(`killed: rank ${rank} dies at a share from 0 to 1, not ${share}`);
  }
  return plan;
}
