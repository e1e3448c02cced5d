/** The measurements of one round. */
export interface Round {
  /** Value of the measured server. */
  readonly ours: number;
  /**
   * Value of the server that it is compared with, in most cases a bare server, which does only the minimum. Null if
   * there is no comparison.
   */
  readonly bare: number | null;
}

/**
 * Measures both servers alternately, so that other load on the machine affects both. The first round of each is
 * discarded.
 */
export async function measureInterleaved<T>(
  rounds: number,
  ours: () => Promise<T>,
  bare: () => Promise<T>,
): Promise<{ ours: T; bare: T }[]> {
  await ours();
  await bare();
  const measured: { ours: T; bare: T }[] = [];
  while (measured.length < rounds) measured.push({ ours: await ours(), bare: await bare() });
  return measured;
}

/** Returns the value below which the given share (0 to 1) of the values is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const half = percentile(values, 0.5);
  const lower = values.toSorted((a, b) => a - b)[values.length / 2 - 1];
  return lower === undefined ? half : (lower + half) / 2;
}
