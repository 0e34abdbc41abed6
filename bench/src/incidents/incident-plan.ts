import { SeededRandom } from '../generate-run/seeded-random.ts';

export type IncidentKind =
  | 'healthy'
  | 'rank_missing'
  | 'rank_stopped_early'
  | 'undecided'
  | 'level_jump'
  | 'volatility'
  | 'leak'
  | 'hidden_leak'
  | 'spike'
  | 'fragmentation'
  | 'slow_rank'
  | 'stalled'
  | 'collective_buffers'
  | 'restarts';

/** What went wrong, and what is right to say about it. */
export interface Incident {
  readonly seed: number;
  readonly kind: IncidentKind;
  readonly faulty: readonly number[];
  /** True time of the onset, in nanoseconds since the start; null when it has none. */
  readonly onset: number | null;
  /** Which of the devices of the faulty rank. */
  readonly faultyDevice: number;
  /** Kinds of causes that are right. */
  readonly right: readonly string[];
  readonly setting: Setting;
  /** Strength of the fault, 0 to 1. */
  readonly strength: number;
}

/** Counters that the recording has. */
export type Recorder = 'full' | 'cuda_tracker' | 'cpu' | 'device_only';

export interface Setting {
  readonly worldSize: number;
  readonly ranksPerHost: number;
  /** Nanoseconds each host's clock is ahead. */
  readonly skews: readonly number[];
  readonly interval: number;
  readonly jitter: number;
  readonly lost: number;
  readonly nulls: number;
  readonly samples: number;
  readonly phases: boolean;
  /** Steps of work, and the time of each, in nanoseconds. */
  readonly stepNs: number;
  readonly recorder: Recorder;
  /** Stage of each rank, and the level of each stage, in bytes. */
  readonly stages: readonly number[];
  readonly noise: number;
  readonly sawtooth: number;
  readonly warmUp: number;
  /** Steps between checkpoints; 0 for none; who writes them. */
  readonly checkpointEvery: number;
  readonly checkpointBy: 'first' | 'all';
  readonly checkpointSize: number;
  /** Begin and length of evaluations, as shares of the run, and their change of level. */
  readonly evaluations: readonly { readonly from: number; readonly length: number }[];
  readonly evaluationChange: number;
  /** Level of each device of a rank, as a share of the rank's. */
  readonly devices: readonly number[];
}

const KINDS: readonly IncidentKind[] = [
  'healthy',
  'rank_missing',
  'rank_stopped_early',
  'undecided',
  'level_jump',
  'volatility',
  'leak',
  'leak',
  'hidden_leak',
  'spike',
  'fragmentation',
  'slow_rank',
  'stalled',
  'collective_buffers',
  'restarts',
  'healthy',
];

const GIB = 2 ** 30;

/** The incident of a seed: the same on every machine. */
export function planIncident(seed: number): Incident {
  const random = new SeededRandom(seed, 77);
  for (let i = 0; i < 5; i++) random.fraction();
  const kind = KINDS[seed % KINDS.length]!;
  const setting = planSetting(kind, random);
  const { worldSize, samples, interval } = setting;
  const faulty = faultyRanks(kind, setting, random);
  const duration = samples * interval;
  const share = kind === 'collective_buffers' && random.fraction() < 0.4 ? 0.08 : 0.3 + 0.35 * random.fraction();
  const onset = share * duration;
  return varied({
    seed,
    kind,
    faultyDevice: 0,
    faulty: kind === 'collective_buffers' ? Array.from({ length: worldSize }, (_, rank) => rank) : faulty,
    onset: kind === 'rank_missing' || kind === 'healthy' || kind === 'restarts' ? null : onset,
    right: rightKinds(kind),
    setting,
    strength: random.fraction(),
  });
}

/** Kinds of which a rank has several devices now and then. */
const OF_DEVICES: ReadonlySet<IncidentKind> = new Set([
  'healthy',
  'level_jump',
  'volatility',
  'leak',
  'hidden_leak',
  'spike',
  'fragmentation',
]);

/** Some incidents have several devices a rank, or stall without phases; drawn apart, so that all others stay as they are. */
function varied(incident: Incident): Incident {
  const random = new SeededRandom(incident.seed, 78);
  for (let i = 0; i < 5; i++) random.fraction();
  const { kind, setting } = incident;
  const draw = random.fraction();
  if (kind === 'stalled' && draw < 0.35) {
    const isOneHost = random.fraction() < 0.6;
    const ranksPerHost = isOneHost ? setting.worldSize : setting.ranksPerHost;
    return { ...incident, setting: { ...setting, ranksPerHost, phases: false } };
  }
  if (OF_DEVICES.has(kind) && draw < 0.15 && setting.worldSize <= 48) {
    const devices = Array.from({ length: 2 + random.below(3) }, () => 1 + 0.4 * random.fraction());
    const recorder = setting.recorder === 'cpu' ? 'cuda_tracker' : setting.recorder;
    return { ...incident, faultyDevice: random.below(devices.length), setting: { ...setting, devices, recorder } };
  }
  return incident;
}

function rightKinds(kind: IncidentKind): string[] {
  switch (kind) {
    case 'healthy':
      return [];
    case 'level_jump':
    case 'volatility':
      return ['peer_divergence'];
    case 'leak':
      return ['leak', 'peer_divergence'];
    case 'hidden_leak':
      return ['hidden_leak', 'peer_divergence'];
    default:
      return [kind];
  }
}

function planSetting(kind: IncidentKind, random: SeededRandom): Setting {
  const needsPeers = kind === 'level_jump' || kind === 'volatility';
  const worldSize = planWorld(random, needsPeers ? 3 : kind === 'undecided' ? 4 : 2);
  const samples =
    worldSize > 64 ? 90 + random.below(60) : worldSize > 16 ? 120 + random.below(120) : 150 + random.below(300);
  const interval = (50 + random.below(450)) * 1e6;
  const ranksPerHost = kind === 'undecided' ? 1 : [1, 2, 4, 8][random.below(4)]!;
  const hosts = Math.ceil(worldSize / ranksPerHost);
  const needsPhases = kind === 'slow_rank' || kind === 'stalled' || kind === 'collective_buffers';
  const phases = kind !== 'undecided' && (needsPhases || random.fraction() < 0.6);
  const stageCount = worldSize >= 8 && random.fraction() < 0.35 ? (worldSize % 4 === 0 && worldSize >= 16 ? 4 : 2) : 1;
  const perStage = Math.ceil(worldSize / stageCount);
  const stepSamples = 5 + random.below(8);
  const base = (4 + 40 * random.fraction()) * GIB;
  const levels = Array.from({ length: stageCount }, (_, stage) => base * (1 + stage * (0.2 + 0.2 * random.fraction())));
  return {
    worldSize,
    ranksPerHost,
    skews: Array.from({ length: hosts }, () => (random.fraction() - 0.5) * 200e6),
    interval,
    jitter: 0.02 + 0.15 * random.fraction(),
    lost: random.fraction() < 0.5 ? 0 : 0.06 * random.fraction(),
    nulls: random.fraction() < 0.7 ? 0 : 0.05 * random.fraction(),
    samples,
    phases,
    stepNs: interval * stepSamples,
    recorder: planRecorder(kind, random),
    stages: Array.from({ length: worldSize }, (_, rank) => levels[Math.floor(rank / perStage)]!),
    noise: 0.001 + 0.006 * random.fraction(),
    sawtooth: 0.08 * random.fraction(),
    warmUp: 0.03 + 0.1 * random.fraction(),
    checkpointEvery:
      random.fraction() < 0.35 ? Math.max(2, Math.floor(samples / stepSamples / (4.5 + random.below(4)))) : 0,
    checkpointBy: random.fraction() < 0.5 ? 'first' : 'all',
    checkpointSize: 0.1 + 0.25 * random.fraction(),
    evaluations:
      random.fraction() < 0.3
        ? [
            { from: 0.25 + 0.1 * random.fraction(), length: 0.08 },
            { from: 0.7 + 0.1 * random.fraction(), length: 0.08 },
          ]
        : [],
    evaluationChange: random.fraction() < 0.5 ? -0.25 : 0.15,
    devices: [1],
  };
}

function planWorld(random: SeededRandom, least: number): number {
  const draw = random.fraction();
  if (draw < 0.8) return Math.max(least, 2 + random.below(10));
  if (draw < 0.97) return 12 + random.below(36);
  return draw < 0.99 ? 64 + random.below(128) : 256 + random.below(257);
}

function planRecorder(kind: IncidentKind, random: SeededRandom): Recorder {
  if (kind === 'hidden_leak' || kind === 'fragmentation') return 'full';
  const draw = random.fraction();
  if (draw < 0.35) return 'full';
  if (draw < 0.65) return 'cuda_tracker';
  return draw < 0.9 ? 'cpu' : 'device_only';
}

function faultyRanks(kind: IncidentKind, { worldSize }: Setting, random: SeededRandom): number[] {
  const first = random.below(worldSize);
  if (kind === 'healthy' || kind === 'restarts') return [];
  const several = kind === 'undecided' || (kind === 'rank_missing' && worldSize > 4 && random.fraction() < 0.3);
  if (!several) return [first];
  const second = (first + 1 + random.below(worldSize - 1)) % worldSize;
  return [first, second].sort((left, right) => left - right);
}
