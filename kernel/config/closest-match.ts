/** Maximum edit distance at which a word still counts as a misspelling of another. */
const MAX_DISTANCE = 4;

/** Returns the known word that was probably meant, or undefined if none is close enough. */
export function findClosestMatch(
  word: string,
  known: readonly string[],
  maxDistance = MAX_DISTANCE,
): string | undefined {
  const [best] = known
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= maxDistance ? best.other : undefined;
}

/** Returns the number of characters that must be inserted, deleted or replaced to turn one word into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of [...a].entries()) {
    let left = i + 1;
    const next = [left];
    for (const [j, above] of row.slice(1).entries()) {
      const exchanged = (row[j] ?? 0) + (character === b[j] ? 0 : 1);
      left = Math.min(above + 1, left + 1, exchanged);
      next.push(left);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
