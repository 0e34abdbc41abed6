import type { GeneratedEvent, GeneratedPhase } from './generated-event.ts';
import { PhaseScript } from './phase-script.ts';
import type { RunPlan } from './run-plan.ts';
import { SeededRandom } from './seeded-random.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const DEVICE_TOTAL = 80 * GIB;
const DRIVER_CONTEXT = 512 * MIB;
const START_NS = 1_700_000_000_123_456_789n;
/** Between two attempts of a job lies a minute. */
const PAUSE_NS = 60_000_000_000n;
/** All streams of random numbers that the ranks share start here, far from the streams of single ranks. */
const SHARED_STREAM = 1 << 30;

/** One rank in one attempt of the job. */
export interface RankRun {
  readonly rank: number;
  readonly attempt: number;
  /** Samples that the rank takes before it ends, of each device. */
  readonly samples: number;
  /** Whether it ends with a stop event. */
  readonly stops: boolean;
}

/** How many samples a rank takes in an attempt, and whether it ends in order. */
export function rankRun(plan: RunPlan, rank: number, attempt: number): RankRun {
  const last = attempt === plan.attempts - 1;
  const share = last ? plan.killed.get(rank) : 0.5;
  return {
    rank,
    attempt,
    samples: share === undefined ? plan.samples : Math.floor(plan.samples * share),
    stops: share === undefined,
  };
}

/** The true time at which an attempt starts. */
export function attemptStartNs(plan: RunPlan, attempt: number): bigint {
  const length = BigInt(Math.round(plan.samples * plan.intervalMs * 1e6));
  return START_NS + BigInt(attempt) * (length + PAUSE_NS);
}

/**
 * The events of one rank in one attempt, by time. Allocated memory follows the sawtooth of training steps; reserved
 * memory is the allocator's high-water mark in steps of 2 MiB; what the device uses beyond it is the driver's context,
 * the plan's hidden drift, the rank's own spikes, and the buffers of collectives, which all ranks hold at once.
 */
export function* simulateRank(plan: RunPlan, run: RankRun): Generator<GeneratedEvent> {
  const { rank, attempt } = run;
  const random = new SeededRandom(plan.seed, attempt * plan.ranks + rank + 1);
  const shared = new SeededRandom(plan.seed, SHARED_STREAM + attempt);
  const phases = plan.phases ? new PhaseScript(`rank${rank}-attempt${attempt}`) : null;
  const start = attemptStartNs(plan, attempt) + clockOffsetNs(plan, rank);
  const seconds = plan.intervalMs / 1000;
  const devices = Array.from({ length: plan.devicesPerRank }, (_, index) => new Device(plan, rank, index));

  let time = start;
  yield boundaryEvent('start', time, devices[0]!, 0, 'tracking started', null);
  for (let step = 0; step < run.samples; step++) {
    const planned = start + BigInt(Math.round((step + 1) * plan.intervalMs * 1e6));
    const jittered = planned + BigInt(Math.round((random.fraction() - 0.5) * 2e6 * plan.jitterMs));
    time = jittered > time ? jittered : time + 1n;
    const collective = plan.collectiveEvery > 0 && step % plan.collectiveEvery === plan.collectiveEvery - 1;
    // Drawn for every step, so that all ranks agree however many samples they take.
    const collectiveBytes = shared.fraction() < 0.1 ? (1 + shared.fraction() * 3) * GIB : 0;
    for (const phase of phases?.before(step) ?? []) {
      const text = `Phase ${phase.action === 'enter' ? 'entered' : 'exited'}: ${phase.path.join(' / ')}`;
      yield boundaryEvent(`phase_${phase.action}`, time, devices[0]!, step, text, phase);
    }
    const loss = Math.round((8 * Math.exp(-step / 2000) + random.fraction()) * 1e6) / 1e6;
    for (const device of devices) {
      const context = collective ? 'ncclAllReduce' : `step ${step}`;
      yield device.sample(time, step, step * seconds, collective ? collectiveBytes : 0, context, loss, random);
    }
  }
  for (const phase of run.stops ? (phases?.end() ?? []) : []) {
    yield boundaryEvent(`phase_exit`, time, devices[0]!, run.samples, `Phase exited: ${phase.path.join(' / ')}`, phase);
  }
  if (run.stops) yield boundaryEvent('stop', time + 1_000_000n, devices[0]!, run.samples, 'tracking stopped', null);
}

function clockOffsetNs(plan: RunPlan, rank: number): bigint {
  const host = Math.floor(rank / plan.gpusPerHost);
  const random = new SeededRandom(plan.seed, SHARED_STREAM + 100_000 + host);
  return BigInt(Math.round((random.fraction() - 0.5) * 2e6 * plan.clockSkewMs));
}

/** The counters of one device as the last sample left them. */
class Device {
  readonly #plan: RunPlan;
  readonly #rank: number;
  readonly #id: number;
  #allocated = 0;
  #reserved = 0;
  #inactive = 0;
  #change = 0;
  #used = DRIVER_CONTEXT;

  constructor(plan: RunPlan, rank: number, index: number) {
    this.#plan = plan;
    this.#rank = rank;
    this.#id = (rank % plan.gpusPerHost) * plan.devicesPerRank + index;
  }

  sample(
    time: bigint,
    step: number,
    seconds: number,
    collectiveBytes: number,
    context: string,
    loss: number,
    random: SeededRandom,
  ): GeneratedEvent {
    const plan = this.#plan;
    const grown = (plan.allocatedGrowth.get(this.#rank) ?? 0) * seconds;
    const wave = Math.abs(((step % 50) - 25) / 25);
    const wanted = Math.round(10 * GIB + 2 * GIB * wave + grown + random.bell() * 8 * MIB);
    const allocated = Math.min(Math.max(wanted, 0), DEVICE_TOTAL - 8 * GIB);
    const splinters = plan.fragmented.has(this.#rank) ? allocated * Math.min(1.2, step / 500) : 0;
    const needed = Math.min(Math.ceil((allocated + splinters) / (2 * MIB)) * 2 * MIB, DEVICE_TOTAL - 6 * GIB);
    this.#reserved = Math.max(this.#reserved, needed);
    this.#inactive = Math.min(Math.round(splinters + 32 * MIB * random.fraction()), this.#reserved - allocated);
    const hidden = Math.round((plan.hiddenDrift.get(this.#rank) ?? 0) * seconds + collectiveBytes);
    const spike = plan.spiking.has(this.#rank) && random.fraction() < 0.004 ? 6 * GIB : 0;
    this.#used = Math.min(this.#reserved + DRIVER_CONTEXT + hidden + spike, DEVICE_TOTAL);
    this.#change = allocated - this.#allocated;
    this.#allocated = allocated;
    return this.event('sample', time, step, context, loss, null);
  }

  event(
    type: string,
    timestampNs: bigint,
    step: number,
    context: string,
    loss: number,
    phase: GeneratedPhase | null,
  ): GeneratedEvent {
    const unmeasured = this.#plan.unmeasured.get(this.#rank);
    const allocator = unmeasured !== 'allocator';
    const device = unmeasured !== 'device';
    return {
      type,
      timestampNs,
      deviceId: this.#id,
      allocated: allocator ? this.#allocated : null,
      reserved: allocator ? this.#reserved : null,
      active: allocator ? this.#allocated : null,
      inactive: allocator && unmeasured !== 'inactive' ? this.#inactive : null,
      change: allocator ? (type === 'sample' ? this.#change : 0) : null,
      used: device ? this.#used : null,
      free: device ? DEVICE_TOTAL - this.#used : null,
      total: device ? DEVICE_TOTAL : null,
      context,
      step,
      loss,
      phase,
    };
  }
}

function boundaryEvent(
  type: string,
  time: bigint,
  device: Device,
  step: number,
  context: string,
  phase: GeneratedPhase | null,
): GeneratedEvent {
  return device.event(type, time, step, context, 0, phase);
}
