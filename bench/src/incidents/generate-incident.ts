import type {
  ArtifactLoadResult,
  DistributedSession,
  RankSighting,
  SessionGroup,
} from '@stormlog/distributed-diagnostics';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { SeededRandom } from '../generate-run/seeded-random.ts';
import { type Incident, planIncident } from './incident-plan.ts';
import { simulateMemory } from './simulate-memory.ts';
import { type SimulatedCourse, simulateSteps } from './simulate-steps.ts';

/** A labelled run, as loading would give it. */
export interface GeneratedIncident {
  readonly incident: Incident;
  readonly load: ArtifactLoadResult;
  /** Onset on the clock of the (first) faulty rank; null when it has none. */
  readonly onset_ns: bigint | null;
}

interface RankEnd {
  /** True time of the last event. */
  readonly end: number;
  readonly completed: boolean;
  /** Text of an alert shortly before the end. */
  readonly alert: string | null;
}

const START_NS = 1_790_000_000_000_000_000n;
const NO_METADATA = {};

/** Makes the run of a seed. Nothing here looks at how causes are found. */
export function generateIncident(seed: number): GeneratedIncident {
  const planned = planIncident(seed);
  const random = new SeededRandom(seed, 1);
  const courses = simulateSteps(planned, random);
  const incident = { ...planned, onset: atCollective(planned, courses), right: rightOf(planned, courses) };
  const ends = rankEnds(incident, random);
  const sessions: DistributedSession[] = [];
  for (let rank = 0; rank < incident.setting.worldSize; rank++) {
    if (incident.kind === 'rank_missing' && incident.faulty.includes(rank)) continue;
    sessions.push(sessionOf(incident, courses[rank]!, rank, ends[rank]!));
  }
  const earlier = incident.kind === 'restarts' ? earlierAttempt(incident, courses) : [];
  return { incident, load: loadOf(incident, sessions, earlier), onset_ns: onsetOf(incident, courses, sessions) };
}

/** Buffers of collectives appear when one begins. */
function atCollective({ kind, onset }: Incident, courses: readonly SimulatedCourse[]): number | null {
  if (kind !== 'collective_buffers' || onset === null) return onset;
  const next = courses[0]?.phases.find(({ path, start }) => path.at(-1) === 'all_reduce' && start >= onset);
  return next?.start ?? onset;
}

/** The most that clocks of hosts are apart. */
const MOST_SKEW_NS = 200e6;

/**
 * A stall that only memory shows: who stopped first can be told on one host, or when the time between is longer than
 * clocks and sampling hide; when it is shorter it cannot be known; between, both answers are right.
 */
function rightOf({ kind, right, setting, faulty }: Incident, courses: readonly SimulatedCourse[]): readonly string[] {
  if (kind !== 'stalled' || setting.phases) return right;
  const own = courses[faulty[0]!]!.hangsAt;
  if (own === null) return right;
  const gap = Math.min(...courses.flatMap(({ hangsAt }, i) => (i === faulty[0] ? [] : [(hangsAt ?? own) - own])));
  const hides = setting.ranksPerHost < setting.worldSize ? MOST_SKEW_NS : 0;
  if (gap > 3 * hides + 3 * setting.interval) return right;
  return gap < hides
    ? ['undecided']
    : gap > hides + 3 * setting.interval && hides === 0
      ? right
      : [...right, 'undecided'];
}

function skewOf({ setting }: Incident, rank: number): number {
  return setting.skews[Math.floor(rank / setting.ranksPerHost)]!;
}

function wire(incident: Incident, rank: number, time: number): bigint {
  return START_NS + BigInt(Math.round(time + skewOf(incident, rank)));
}

/** Where the effect of the fault begins: of a stop it is the last event, of a slow rank the first slow phase. */
function onsetOf(
  incident: Incident,
  courses: readonly SimulatedCourse[],
  sessions: readonly DistributedSession[],
): bigint | null {
  const { kind, onset, faulty } = incident;
  const rank = faulty[0];
  if (onset === null || rank === undefined || kind === 'undecided') return null;
  if (kind === 'rank_stopped_early') {
    return sessions.find(({ summary }) => summary.rank === rank)?.events.at(-1)?.timestamp_ns ?? null;
  }
  const course = courses[rank]!;
  if (kind === 'stalled') return wire(incident, rank, course.hangsAt ?? onset);
  if (kind === 'slow_rank') return wire(incident, rank, course.starts.find((start) => start >= onset) ?? onset);
  return wire(incident, rank, onset);
}

function rankEnds(incident: Incident, random: SeededRandom): RankEnd[] {
  const { kind, faulty, onset, setting, strength } = incident;
  const whole = setting.samples * setting.interval;
  const peersEnd =
    kind === 'rank_stopped_early' && strength < 0.4 ? (onset ?? 0) + Math.max(2e9, 15 * setting.interval) : whole;
  const cascade = peersEnd < whole;
  const alert =
    kind === 'rank_stopped_early' && random.fraction() < 0.4 ? 'CUDA out of memory: tried to allocate' : null;
  return Array.from({ length: setting.worldSize }, (_, rank): RankEnd => {
    const own = random.fraction();
    if ((kind === 'rank_stopped_early' || kind === 'undecided') && faulty.includes(rank)) {
      return { end: (onset ?? 0) + (kind === 'undecided' ? 80e6 * own : 0), completed: false, alert };
    }
    if (kind === 'stalled') return { end: whole, completed: false, alert: null };
    return { end: peersEnd + 0.5 * setting.interval * own, completed: !cascade, alert: null };
  });
}

function sessionOf(
  incident: Incident,
  course: SimulatedCourse,
  rank: number,
  end: RankEnd,
  attempt = 0,
): DistributedSession {
  const { setting, seed } = incident;
  const random = new SeededRandom(seed, 1000 + rank);
  const shift = attempt === 0 ? 0 : -1.5 * setting.samples * setting.interval;
  const events: TelemetryEvent[] = [];
  const common = {
    schema_version: 4,
    session_id: `s${seed}-a${attempt}-r${rank}`,
    collector: setting.recorder === 'cpu' ? 'stormlog.cpu_tracker' : 'stormlog.cuda_tracker',
    sampling_interval_ms: Math.round(setting.interval / 1e6),
    pid: 1000 + rank,
    host: `node${Math.floor(rank / setting.ranksPerHost)}`,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: null,
    device_free_bytes: null,
    job_id: `job-${seed}`,
    rank,
    local_rank: rank % setting.ranksPerHost,
    world_size: setting.worldSize,
  } as const;
  const push = (
    time: number,
    event_type: string,
    context: string | null,
    metadata: TelemetryEvent['metadata'],
    device = 0,
  ) => {
    const bytes = simulateMemory(incident, course, { rank, device, time, random });
    const isNull = event_type === 'sample' && setting.nulls > 0 && random.fraction() < setting.nulls;
    events.push({
      ...common,
      device_id: deviceIdOf(incident, rank, device),
      timestamp_ns: wire(incident, rank, time + shift),
      event_type,
      context,
      metadata,
      ...countersOf(incident, bytes, isNull),
    });
  };
  const begin = setting.interval * random.fraction();
  push(begin * 0.5, 'start', null, NO_METADATA);
  for (let i = 0; ; i++) {
    const time = begin + (i + setting.jitter * (random.fraction() - 0.5)) * setting.interval;
    if (time > end.end) break;
    if (setting.lost > 0 && random.fraction() < setting.lost) continue;
    for (const device of setting.devices.keys()) push(time + 1e5 * device, 'sample', null, NO_METADATA, device);
  }
  if (setting.phases) {
    let sequence = 0;
    for (const phase of course.phases) {
      const metadata = (action: string) => ({
        phase_scope: {
          action,
          name: phase.path.at(-1)!,
          path: [...phase.path],
          depth: phase.path.length,
          scope_id: `${rank}:${phase.start}`,
          parent_scope_id: null,
          thread_id: 1,
          thread_name: 'main',
          sequence: sequence++,
        },
      });
      if (phase.start > end.end) break;
      push(phase.start, 'phase_enter', `Phase entered: ${phase.path.join(' / ')}`, metadata('enter'));
      if (phase.end !== null && phase.end <= end.end) {
        push(phase.end, 'phase_exit', `Phase exited: ${phase.path.join(' / ')}`, metadata('exit'));
      }
    }
  }
  if (end.alert !== null) push(end.end - 1e6, 'critical', end.alert, NO_METADATA);
  if (end.completed) push(end.end, 'stop', null, NO_METADATA);
  events.sort((left, right) =>
    left.timestamp_ns < right.timestamp_ns ? -1 : left.timestamp_ns > right.timestamp_ns ? 1 : 0,
  );
  const first = events[0]!.timestamp_ns;
  const last = events.at(-1)!.timestamp_ns;
  return {
    summary: {
      session_id: common.session_id,
      status: end.completed ? 'completed' : 'running',
      started_at_ns: first,
      ended_at_ns: end.completed ? last : null,
      host: common.host,
      pid: common.pid,
      job_id: common.job_id,
      rank,
      local_rank: common.local_rank,
      world_size: common.world_size,
      source: 'generated',
    },
    events,
    sources_loaded: [],
    warnings: [],
  };
}

/** Id of a device of a rank on its host. */
export function deviceIdOf({ setting }: Incident, rank: number, device: number): number {
  return setting.recorder === 'cpu' ? -1 : (rank % setting.ranksPerHost) * setting.devices.length + device;
}

function countersOf(
  { setting }: Incident,
  { allocated, reserved, used }: ReturnType<typeof simulateMemory>,
  isNull: boolean,
) {
  const size = 160 * 2 ** 30;
  switch (setting.recorder) {
    case 'cpu':
      return counters(isNull ? null : allocated, isNull ? null : allocated, allocated, null);
    case 'device_only':
      return counters(null, null, allocated, size);
    case 'cuda_tracker':
      return counters(isNull ? null : allocated, isNull ? null : reserved, reserved, size);
    case 'full':
      return counters(isNull ? null : allocated, isNull ? null : reserved, used, size);
  }
}

function counters(allocated: number | null, reserved: number | null, used: number, total: number | null) {
  return {
    allocator_allocated_bytes: allocated,
    allocator_reserved_bytes: reserved,
    device_used_bytes: used,
    device_total_bytes: total,
  };
}

/** The attempt before, which ended when one of its ranks was killed. */
function earlierAttempt(incident: Incident, courses: readonly SimulatedCourse[]): DistributedSession[] {
  const end = 0.5 * incident.setting.samples * incident.setting.interval;
  return courses.map((course, rank) => sessionOf(incident, course, rank, { end, completed: false, alert: null }, 1));
}

function loadOf(
  incident: Incident,
  sessions: readonly DistributedSession[],
  earlier: readonly DistributedSession[],
): ArtifactLoadResult {
  const events = sessions
    .flatMap((session) => session.events)
    .sort((left, right) =>
      left.timestamp_ns < right.timestamp_ns ? -1 : left.timestamp_ns > right.timestamp_ns ? 1 : 0,
    );
  const attempts = earlier.length > 0 ? [earlier, sessions] : [sessions];
  const groups = attempts.map(
    (members, i): SessionGroup => ({
      session_id: members.length === 0 ? null : `group-${i}`,
      job_id: `job-${incident.seed}`,
      world_size: incident.setting.worldSize,
      attempt: i + 1,
      attempts: attempts.length,
      started_at_ns: members[0]?.summary.started_at_ns ?? 0n,
      members: members.map(({ summary }) => ({ session_id: summary.session_id, ranks: [summary.rank] })),
    }),
  );
  const sightings = new Map<number, RankSighting[]>();
  for (const [list, selected] of [
    [earlier, false],
    [sessions, true],
  ] as const) {
    for (const { summary, events: own } of list) {
      const seen = sightings.get(summary.rank) ?? [];
      sightings.set(summary.rank, seen);
      seen.push({
        session_id: summary.session_id,
        status: summary.status,
        job_id: summary.job_id,
        events: own.length,
        first_event_ns: own[0]!.timestamp_ns,
        last_event_ns: own.at(-1)!.timestamp_ns,
        selected,
      });
    }
  }
  return {
    events,
    sessions: [...sessions, ...earlier],
    selected_session_id: groups.at(-1)?.session_id ?? null,
    warnings: [],
    sources_loaded: [],
    markers: [],
    groups,
    rank_sessions: sightings,
  };
}
