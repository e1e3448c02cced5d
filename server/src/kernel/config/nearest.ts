/** Most letters by which a word may differ and still be taken for a slip of the pen. */
const MAX_DISTANCE = 4;

/** The known word that was probably meant, if any is near enough. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((other) => ({ other, distance: distance(word, other) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= MAX_DISTANCE ? best.other : undefined;
}

/** How many letters have to be put in, left out or exchanged to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
