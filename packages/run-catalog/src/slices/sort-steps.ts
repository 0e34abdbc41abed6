import type { Steps } from './steps.ts';

/** A run of this length is sorted in one step. */
const RUN = 512;

/** The items in order, equal ones in the order they had; the list itself is left as it is. */
export function* sortSteps<Item>(items: readonly Item[], compare: (left: Item, right: Item) => number): Steps<Item[]> {
  if (items.length <= RUN) return [...items].sort(compare);
  let sorted: Item[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    for (const item of items.slice(start, start + RUN).sort(compare)) sorted.push(item);
    yield;
  }
  for (let width = RUN; width < sorted.length; width *= 2) {
    const merged: Item[] = [];
    for (let start = 0; start < sorted.length; start += 2 * width) {
      const middle = Math.min(start + width, sorted.length);
      const end = Math.min(start + 2 * width, sorted.length);
      let left = start;
      let right = middle;
      while (left < middle || right < end) {
        const takesLeft = right >= end || (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
        merged.push(takesLeft ? sorted[left++]! : sorted[right++]!);
        yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}
