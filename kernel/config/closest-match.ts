/** Most letters by which a word may differ and still be taken for a slip of the pen. */
const MAX_DISTANCE = 4;

/** The known word that was probably meant, if any is near enough. */
export function findClosestMatch(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= MAX_DISTANCE ? best.other : undefined;
}

/** How many letters have to be put in, left out or exchanged to make one word of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    let left = i + 1;
    const next = [left];
    for (const [j, above] of row.slice(1).entries()) {
      const exchanged = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      left = Math.min(above + 1, left + 1, exchanged);
      next.push(left);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
