// Computes how fast a measure grows under a constant load.

/** A measurement: milliseconds since the load started, and the value. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

const MINUTE_MS = 60_000;
/** The first third is warm-up, in which caches fill and code is compiled. */
const WARM_UP_SHARE = 1 / 3;

/** Returns the slope per minute of the least-squares line through the samples. */
export function slopePerMinute(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [middle, average] = [mean(({ at }) => at), mean(({ value }) => value)];
  let [together, squares] = [0, 0];
  for (const { at, value } of samples) {
    together += (at - middle) * (value - average);
    squares += (at - middle) ** 2;
  }
  return squares === 0 ? 0 : (together / squares) * MINUTE_MS;
}

/** Returns the samples after the warm-up. */
export function afterWarmUp(samples: readonly Sample[]): readonly Sample[] {
  const start = samples[0]?.at ?? 0;
  const end = samples.at(-1)?.at ?? 0;
  return samples.filter(({ at }) => at >= start + (end - start) * WARM_UP_SHARE);
}
