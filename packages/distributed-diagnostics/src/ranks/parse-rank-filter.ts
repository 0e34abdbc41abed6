import { ArgumentError, parseIntegerText, stripWhiteSpace } from '@stormlog/records';

/**
 * The ranks that an expression such as `0-3,7` names among those that are there
 * (docs/formats/distributed-diagnostics.md §8.1).
 *
 * Null, blank text, `all` and `*` mean every rank. Otherwise comma-separated integers and ranges, both ends included;
 * ranks that are not there are dropped silently, and empty tokens are passed over. Ranges are cut with the available
 * ranks and never enumerated, so `0-1000000000` costs nothing.
 *
 * @param expression what the user typed
 * @param available ranks of the whole, unfiltered data set, in any order; with none of them nothing is parsed
 * @returns the named ranks, ascending; an empty set selects no rank
 * @throws ArgumentError (`argument` is `ranks`) that names the token when a range is malformed or descending, or a value
 * is no integer; one bad token rejects the whole expression
 */
export function parseRankFilter(expression: string | null | undefined, available: Iterable<number>): Set<number> {
  const ranks = Float64Array.from(available).sort();
  if (ranks.length === 0) return new Set();
  const text = stripWhiteSpace(expression ?? '').toLowerCase();
  if (text === '' || text === 'all' || text === '*') return new Set(ranks);

  // How many ranges begin and end at each place of the sorted ranks: any number of ranges costs one walk.
  const edges = new Int32Array(ranks.length + 1);
  for (const part of text.split(',')) {
    const token = stripWhiteSpace(part);
    if (token === '') continue;
    const { start, end } = parseToken(token);
    // Beyond the safe range there are no ranks, and comparing as doubles keeps the order.
    edges[firstAtLeast(ranks, Number(start))]! += 1;
    edges[firstAtLeast(ranks, Number(end + 1n))]! -= 1;
  }
  let open = 0;
  return new Set(
    ranks.filter((_, index) => {
      open += edges[index]!;
      return open > 0;
    }),
  );
}

interface RankRange {
  readonly start: bigint;
  readonly end: bigint;
}

function parseToken(token: string): RankRange {
  const dash = token.indexOf('-');
  if (dash < 0) {
    const rank = parseRank(token, token);
    return { start: rank, end: rank };
  }
  const from = token.slice(0, dash);
  const to = token.slice(dash + 1);
  if (from === '' || to === '') throw refused(token, 'a range needs a rank on both sides of the dash, as in 0-3');
  const range = { start: parseRank(from, token), end: parseRank(to, token) };
  if (range.start > range.end) throw refused(token, 'the range runs backwards');
  return range;
}

function parseRank(text: string, token: string): bigint {
  const rank = parseIntegerText(text);
  if (rank === null) throw refused(token, `${JSON.stringify(text)} is not a whole number`);
  return rank;
}

function refused(token: string, why: string): ArgumentError {
  return new ArgumentError('ranks', `Cannot read the ranks ${JSON.stringify(token)}: ${why}`);
}

function firstAtLeast(ranks: Float64Array, rank: number): number {
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranks[middle]! < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
