import { parseIntegerText } from '@stormlog/records';

// `rank`, at most one of _ and -, digits; not after a letter or digit, and not as part of `local_rank`.
const RANK_IN_NAME = /(?:^|[^a-z0-9])(?<!local[_-])rank[_-]?(\p{Nd}+)/iu;

/**
 * The rank that a path names: `rank3`, `RANK_3`, `node0-rank-3-bundle`, never `local_rank3`, `prank3` or digits of host
 * names (docs/formats/distributed-diagnostics.md §4.2). The file name is looked at first, then each folder from the
 * nearest to the root; within a name the leftmost match counts.
 *
 * @param path need not exist; taken as spelled
 * @returns the rank (a bigint beyond 2^53−1), or null when no part of the path names one
 */
export function rankFromPath(path: string): number | bigint | null {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  for (let i = names.length - 1; i >= 0; i--) {
    const digits = RANK_IN_NAME.exec(names[i]!)?.[1];
    const rank = digits === undefined ? null : parseIntegerText(digits);
    if (rank !== null) return rank <= Number.MAX_SAFE_INTEGER ? Number(rank) : rank;
  }
  return null;
}
