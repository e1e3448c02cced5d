/** A value of a metric, with the labels that distinguish it from the metric's other values. */
export interface LabeledValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Upper bounds of the buckets of durations, in seconds. */
export const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Upper bounds of the buckets of counts, such as the size of a group. */
export const COUNT_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** A distribution of values over fixed buckets. Recording a value allocates no memory. */
export class Distribution {
  /** Upper bounds of the buckets, ascending. */
  readonly bounds: readonly number[];
  /** Number of values in each bucket. The last bucket is for values above all bounds. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  record(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += value;
  }
}

/** Counts of events by the values of their labels, such as attempts by outcome. */
export class Tally<Labels extends readonly string[]> {
  readonly #names: readonly string[];
  readonly #counts = new Map<string, { readonly labels: LabeledValue["labels"]; value: number }>();

  /** @param known label values that are counted as 0 from the start */
  constructor(names: { readonly [Index in keyof Labels]: string }, known: readonly Labels[] = []) {
    this.#names = names;
    for (const labels of known) this.add(labels, 0);
  }

  add(values: Labels, count = 1): void {
    const key = values.join("\n");
    const counted = this.#counts.get(key);
    if (counted) counted.value += count;
    else {
      const labels = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? ""]));
      this.#counts.set(key, { labels, value: count });
    }
  }

  readonly read = (): readonly LabeledValue[] => [...this.#counts.values()];
}
