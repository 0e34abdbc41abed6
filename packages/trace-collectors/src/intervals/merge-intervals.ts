type Time = number | bigint;

/**
 * Intervals in order, those that touch or overlap joined; an empty one stays unless it touches another
 * (docs/formats/trace-collectors.md §6.2).
 */
export function mergeIntervals<T extends Time>(intervals: Iterable<readonly [T, T]>): [T, T][] {
  const sorted = [...intervals].sort(
    ([start, end], [otherStart, otherEnd]) => compare(start, otherStart) || compare(end, otherEnd),
  );
  const merged: [T, T][] = [];
  let running: [T, T] | undefined;
  for (const [start, end] of sorted) {
    if (running !== undefined && start <= running[1]) {
      if (end > running[1]) running[1] = end;
    } else {
      running = [start, end];
      merged.push(running);
    }
  }
  return merged;
}

function compare(left: Time, right: Time): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
