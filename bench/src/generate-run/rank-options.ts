/** `3,5-7` → the ranks 3, 5, 6, 7; empty text → none. */
export function parseRankSet(text: string): ReadonlySet<number> {
  const ranks = new Set<number>();
  for (const part of parts(text)) {
    const range = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (range === null) throw new RangeError(`${part}: a rank or a range of ranks was expected`);
    const first = Number(range[1]);
    const last = Number(range[2] ?? range[1]);
    for (let rank = first; rank <= last; rank++) ranks.add(rank);
  }
  return ranks;
}

/** `1=a,2=b` → rank 1 with a, rank 2 with b. */
export function parseRankMap<T>(text: string, value: (text: string) => T): ReadonlyMap<number, T> {
  return new Map(
    parts(text).map((part): [number, T] => {
      const pair = /^(\d+)=(.+)$/.exec(part);
      if (pair === null) throw new RangeError(`${part}: RANK=VALUE was expected`);
      return [Number(pair[1]), value(pair[2]!)];
    }),
  );
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
