import { Distribution, type LabeledValue } from "./measures.ts";

/** Upper bounds of the buckets, in seconds. The largest one is for long polls. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 90];

/** The durations of requests with the same labels. */
interface LabeledDurations {
  readonly labels: LabeledValue["labels"];
  readonly durations: Distribution;
}

/** The durations of completed requests, in seconds, by method, route and status. */
export class RequestDurations {
  readonly #byLabels = new Map<string, LabeledDurations>();

  record(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`;
    let known = this.#byLabels.get(key);
    if (!known) {
      known = { labels: { method, route, status: String(status) }, durations: new Distribution(BOUNDS) };
      this.#byLabels.set(key, known);
    }
    known.durations.record(seconds);
  }

  all(): Iterable<LabeledDurations> {
    return this.#byLabels.values();
  }
}
