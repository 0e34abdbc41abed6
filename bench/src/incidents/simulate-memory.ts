import type { SeededRandom } from '../generate-run/seeded-random.ts';
import type { Incident } from './incident-plan.ts';
import type { SimulatedCourse } from './simulate-steps.ts';

/** Bytes at one moment. */
export interface SimulatedBytes {
  readonly allocated: number;
  readonly reserved: number;
  readonly used: number;
}

export interface SimulatedMoment {
  readonly rank: number;
  /** Index of the device among those of the rank. */
  readonly device: number;
  /** True time since the start, in nanoseconds. */
  readonly time: number;
  readonly random: SeededRandom;
}

/** The memory of a rank at a moment: level, warm-up, steps, checkpoints, evaluations, noise, and what went wrong. */
export function simulateMemory(
  incident: Incident,
  course: SimulatedCourse,
  { rank, device, time, random }: SimulatedMoment,
): SimulatedBytes {
  const { kind, faulty, onset, setting, strength } = incident;
  const duration = setting.samples * setting.interval;
  const level = setting.stages[rank]! * setting.devices[device]!;
  const moment = course.hangsAt !== null && time > course.hangsAt ? course.hangsAt : time;
  const step = stepAt(course, moment);
  const inStep =
    step < 0 ? 0 : (moment - course.starts[step]!) / Math.max(1, course.ends[step]! - course.starts[step]!);
  // Without phases, memory alone shows that nothing moves any more.
  const isStill = !setting.phases && moment !== time;
  const shown = isStill ? moment : time;
  let share = 1 - 0.5 * Math.exp(-shown / (setting.warmUp * 0.3 * duration));
  share += setting.sawtooth * Math.max(0, Math.min(1, inStep) * (inStep < 0.8 ? 1.25 : 0)) - setting.sawtooth / 2;
  const place = shown / duration;
  if (setting.evaluations.some(({ from, length }) => place >= from && place < from + length))
    share += setting.evaluationChange;
  if (isCheckpoint(incident, rank, step, inStep)) share += setting.checkpointSize;
  const after = onset === null || time < onset ? null : time - onset;
  const isFaulty = faulty.includes(rank) && (device === incident.faultyDevice || kind === 'collective_buffers');
  const drawn = random.bell();
  let noise = setting.noise * (isStill ? 0 : drawn);
  let kept = 0;
  let pooled = 0;
  let hidden = 0;
  if (isFaulty && after !== null && onset !== null) {
    const rest = after / (duration - onset);
    if (kind === 'leak') kept = (0.25 + 0.6 * strength) * rest;
    else if (kind === 'hidden_leak') hidden = (0.25 + 0.5 * strength) * rest;
    else if (kind === 'level_jump') kept = (0.3 + 0.4 * strength) * (strength > 0.8 ? -0.7 : 1);
    else if (kind === 'volatility') noise = (0.08 + 0.1 * strength) * random.bell();
    else if (kind === 'fragmentation') pooled = (0.5 + 0.7 * strength) * rest;
    else if (kind === 'spike' && after < (2 + 6 * strength) * setting.interval) kept = 0.4 + 0.8 * strength;
    else if (kind === 'collective_buffers') hidden = 0.05 + 0.12 * strength;
  }
  const inHidden = setting.recorder === 'full' ? 0 : kind === 'collective_buffers' ? hidden : 0;
  const allocated = Math.max(0, level * (share + noise + kept + inHidden));
  const reserved = Math.max(
    allocated,
    level * (1.12 + kept + pooled + inHidden + Math.max(0, setting.evaluationChange)),
  );
  const extra = setting.recorder === 'full' ? 0.4 * 2 ** 30 + level * hidden : 0;
  return { allocated: Math.round(allocated), reserved: Math.round(reserved), used: Math.round(reserved + extra) };
}

function isCheckpoint({ setting }: Incident, rank: number, step: number, inStep: number): boolean {
  const { checkpointEvery: every, checkpointBy: by } = setting;
  if (every === 0 || step <= 0 || step % every !== 0) return false;
  return (by === 'all' || rank === 0) && inStep < 0.35;
}

function stepAt({ starts }: SimulatedCourse, time: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return starts.length === 0 ? -1 : low;
}
