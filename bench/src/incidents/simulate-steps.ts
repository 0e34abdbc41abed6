import type { SeededRandom } from '../generate-run/seeded-random.ts';
import type { Incident } from './incident-plan.ts';

/** One phase of one rank, in true time. */
export interface SimulatedPhase {
  readonly path: readonly string[];
  readonly start: number;
  /** Null when the phase never ended. */
  readonly end: number | null;
}

/** The course of one rank: when each of its steps begins and ends, its phases, and when it hung. */
export interface SimulatedCourse {
  readonly starts: number[];
  readonly ends: number[];
  readonly phases: SimulatedPhase[];
  hangsAt: number | null;
}

/** Steps of all ranks: each works, then waits in the all-reduce for the slowest. */
export function simulateSteps(
  { kind, faulty, onset, setting, strength }: Incident,
  random: SeededRandom,
): SimulatedCourse[] {
  const { worldSize, samples, interval, stepNs } = setting;
  const end = samples * interval;
  const courses = Array.from(
    { length: worldSize },
    (): SimulatedCourse => ({ starts: [], ends: [], phases: [], hangsAt: null }),
  );
  const factor = 1.5 + 1.5 * strength;
  let now = 0;
  for (let step = 0; now < end; step++) {
    const epoch = `epoch ${Math.floor(step / 20)}`;
    const spread = courses.map(() => 1 + 0.02 * random.bell());
    const hangs = kind === 'stalled' && onset !== null && now + stepNs * 0.7 > onset;
    const works = courses.map((course, rank) => {
      const slow = kind === 'slow_rank' && faulty.includes(rank) && now >= (onset ?? 0) ? factor : 1;
      const forward = 0.3 * stepNs * spread[rank]! * slow;
      const backward = 0.5 * stepNs * spread[rank]! * slow;
      const hung = hangs && faulty.includes(rank);
      course.starts.push(now);
      course.phases.push({ path: [epoch, 'forward'], start: now, end: now + forward });
      course.phases.push({
        path: [epoch, 'backward'],
        start: now + forward,
        end: hung ? null : now + forward + backward,
      });
      if (hung) course.hangsAt = now + forward;
      return now + forward + backward;
    });
    if (hangs) {
      courses.forEach((course, rank) => {
        course.ends.push(end);
        if (course.hangsAt !== null) return;
        course.phases.push({ path: [epoch, 'all_reduce'], start: works[rank]!, end: null });
        course.hangsAt = works[rank]!;
      });
      break;
    }
    const together =
      works.reduce((latest, time) => Math.max(latest, time), 0) + 0.15 * stepNs * (1 + 0.05 * random.bell());
    courses.forEach((course, rank) => {
      course.phases.push({ path: [epoch, 'all_reduce'], start: works[rank]!, end: together + 1e5 * random.fraction() });
      course.ends.push(together);
    });
    now = together + 0.02 * stepNs;
  }
  return courses;
}
