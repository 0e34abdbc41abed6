/**
 * Ascending ranks as the rank filter writes them, runs of three or more joined: `0-3, 7`. What exceeds `limit` parts is
 * counted: `0, 2, 4 and 509 more`.
 */
export function formatRankList(ranks: readonly number[], limit = 12): string {
  const parts: { readonly text: string; readonly count: number }[] = [];
  for (let i = 0; i < ranks.length; ) {
    let end = i;
    while (end + 1 < ranks.length && ranks[end + 1] === ranks[end]! + 1) end++;
    if (end - i < 2) end = i;
    parts.push({ text: end === i ? `${ranks[i]}` : `${ranks[i]}-${ranks[end]}`, count: end - i + 1 });
    i = end + 1;
  }
  const listed = parts
    .slice(0, limit)
    .map((part) => part.text)
    .join(', ');
  const more = parts.slice(limit).reduce((sum, part) => sum + part.count, 0);
  return more > 0 ? `${listed} and ${more} more` : listed;
}
