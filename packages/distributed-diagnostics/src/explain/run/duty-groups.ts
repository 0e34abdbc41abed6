/** What is compared with its peers: one device's level. */
export interface LevelOf<Key> {
  readonly key: Key;
  readonly level: number;
}

/** Levels nearer than this share of the larger belong together. */
const NEAR_SHARE = 0.08;

/**
 * Recognises groups with different duties, as pipeline stages, by their typical levels: sorted levels are cut where the
 * step to the next is large (single linkage in one dimension; docs/formats/causes.md §4). A level alone among groups of
 * at least three, of which there is at most one in eight, is no duty of its own: it joins the nearest group, in
 * which it then stands out.
 */
export function dutyGroups<Key>(levels: readonly LevelOf<Key>[]): Key[][] {
  const sorted = levels.filter(({ level }) => !Number.isNaN(level)).sort((left, right) => left.level - right.level);
  if (sorted.length === 0) return [];
  const groups: LevelOf<Key>[][] = [[sorted[0]!]];
  const least = 0.02 * sorted.at(-1)!.level;
  for (let i = 1; i < sorted.length; i++) {
    const step = sorted[i]!.level - sorted[i - 1]!.level;
    if (step > Math.max(NEAR_SHARE * sorted[i]!.level, least)) groups.push([]);
    groups.at(-1)!.push(sorted[i]!);
  }
  return joinStrays(groups).map((group) => group.map(({ key }) => key));
}

function joinStrays<Key>(groups: readonly LevelOf<Key>[][]): LevelOf<Key>[][] {
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  const strays = groups.filter((group) => group.length === 1);
  const others = groups.filter((group) => group.length > 1);
  const allowed = Math.max(1, Math.floor(total / 8));
  if (strays.length === 0 || strays.length > allowed || others.length === 0) return [...groups];
  const joined = others.map((group) => [...group]);
  for (const [stray] of strays) {
    const nearest = joined.reduce((best, group) => (distance(group, stray!) < distance(best, stray!) ? group : best));
    nearest.push(stray!);
  }
  return joined;
}

function distance<Key>(group: readonly LevelOf<Key>[], { level }: LevelOf<Key>): number {
  const levels = group.map((member) => member.level);
  return Math.min(Math.abs(level - Math.min(...levels)), Math.abs(level - Math.max(...levels)));
}
