// Computes how fast a measure grows while the load is constant.

/** A measured value, and the time of the measurement in milliseconds after the start of the load. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

const MINUTE_MS = 60_000;
/** Fraction of the time that counts as warm-up. During the warm-up, caches fill and code is compiled. */
const WARM_UP_SHARE = 1 / 3;

/** Returns the slope of the least-squares line through the samples, per minute. */
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

/** Returns the samples that were taken after the warm-up. */
export function afterWarmUp(samples: readonly Sample[]): readonly Sample[] {
  const start = samples[0]?.at ?? 0;
  const end = samples.at(-1)?.at ?? 0;
  return samples.filter(({ at }) => at >= start + (end - start) * WARM_UP_SHARE);
}
