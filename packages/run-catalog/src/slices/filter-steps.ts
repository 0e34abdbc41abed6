import type { Steps } from './steps.ts';

/** The items that are wanted, in their order. */
export function* filterSteps<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Steps<Item[]> {
  const wanted: Item[] = [];
  for (const item of items) {
    if (isWanted(item)) wanted.push(item);
    yield;
  }
  return wanted;
}
