/** A list with one of its items at another place. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
