/** Does work on several items at a time and hands the results on in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = [];
  try {
    for (const item of items) {
      if (running.length >= atOnce) yield await running.shift()!;
      running.push(work(item));
      // A failure is thrown when its turn comes, not while an earlier result is in use.
      running.at(-1)!.catch(() => undefined);
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
