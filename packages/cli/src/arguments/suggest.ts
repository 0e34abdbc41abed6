/**
 * The known word that was probably meant: the one with the fewest changed letters, if they are few for its length, or
 * one that starts with what was typed; null when none is near.
 */
export function suggest(typed: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const word of known) {
    const distance = word.startsWith(typed) && typed.length >= 2 ? 0.5 : editDistance(typed, word);
    if (distance <= limit && (best === null || distance < best.distance)) best = { word, distance };
  }
  return best?.word ?? null;
}

/** Letters to add, drop, change or swap with a neighbour to make one word the other. */
function editDistance(left: string, right: string): number {
  const rows: number[][] = Array.from({ length: left.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= right.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      let cost = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, changed);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      }
      rows[i]![j] = cost;
    }
  }
  return rows[left.length]![right.length]!;
}
