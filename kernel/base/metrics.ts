import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics, type Gauge, Registry } from "prom-client";
import { cacheReading } from "./cached-reading.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Distribution, LabeledValue } from "./measures.ts";
import { RequestDurations } from "./request-durations.ts";

/** The values of a metric. Undefined if they cannot be read at the moment. */
type MetricValues = number | readonly LabeledValue[] | undefined;

/**
 * A metric whose values are read when the metrics are requested. It is a counter if its name ends with `_total`,
 * otherwise a gauge.
 */
export interface MetricDeclaration {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** True for a gauge of work in progress, which is 0 while there is none. */
  readonly isWork?: boolean;
  readonly read: () => MetricValues | Promise<MetricValues>;
}

export interface Metrics {
  /** The registry of all metrics. */
  readonly registry: Registry;
  /** Names of the gauges of work in progress. */
  readonly workGauges: ReadonlySet<string>;
  /** Returns the values of all metrics, in the format of Prometheus. */
  render(): Promise<string>;
  /**
   * Records a completed request. `route` is the declared path, not the actual one, so that the number of labels is
   * bounded.
   */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** Registers a counter or a gauge. */
  readonly show: (declaration: MetricDeclaration) => void;
  /** Returns a cached version of a function that reads values with a query; see `cacheReading`. */
  readonly cache: <T>(read: () => Promise<T>) => () => Promise<T | undefined>;
  /** Registers a histogram. */
  readonly showDistribution: (name: string, help: string, read: () => Distribution) => void;
}

/** A sample of a metric, as the library renders it. */
interface Sample extends LabeledValue {
  /** Default: the name of the metric. */
  readonly metricName?: string;
}

/** Name of the histogram of the durations of requests. */
const REQUEST_DURATION = "http_request_duration_seconds";

/** Interval at which the delay of the event loop is sampled, in milliseconds. */
const EVENT_LOOP_SAMPLE_MS = 10;

interface MetricsOptions {
  /** Whether the metrics of the process, such as its memory, are included. */
  readonly ofProcess: boolean;
  /** Clock that measures the age of cached values. Default: the system's clock. */
  readonly clock?: Pick<Clock, "elapsed">;
}

/** Creates the metrics of one application. Nothing is global, so that several applications can run in one process. */
export function createMetrics({ ofProcess, clock = systemClock }: MetricsOptions): Metrics {
  const registry = new Registry();
  const workGauges = new Set<string>();
  let isProcessObserved = false;
  // Sampling the event loop wakes an idle process a hundred times per second. So it starts with the first request of the
  // metrics, which waits for the first samples.
  const observeProcess = async () => {
    if (!ofProcess || isProcessObserved) return;
    isProcessObserved = true;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
    await sleep(3 * EVENT_LOOP_SAMPLE_MS);
  };
  const requests = new RequestDurations();
  register(registry, {
    about: {
      name: REQUEST_DURATION,
      help: "Time from the arrival of a request's headers until its response was sent",
      type: "histogram",
    },
    labelNames: ["le", "method", "route", "status"],
    read: () =>
      Promise.resolve(
        [...requests.all()].flatMap(({ labels, durations }) => bucketSamples(REQUEST_DURATION, durations, labels)),
      ),
  });
  return {
    registry,
    workGauges,
    async render() {
      await observeProcess();
      return registry.metrics();
    },
    show({ name, help, labels = [], isWork = false, read }) {
      if (isWork) workGauges.add(name);
      register(registry, {
        about: { name, help, type: name.endsWith("_total") ? "counter" : "gauge" },
        labelNames: labels,
        read: async () => toSamples(await read()),
      });
    },
    cache: (read) => cacheReading(clock, read),
    showDistribution(name, help, read) {
      const about = { name, help, type: "histogram" };
      register(registry, { about, labelNames: ["le"], read: async () => bucketSamples(name, read()) });
    },
    observeRequest: (method, route, status, seconds) => requests.record(method, route, status, seconds),
  };
}

interface RegisteredMetric {
  readonly about: { readonly name: string; readonly help: string; readonly type: string };
  readonly labelNames: readonly string[];
  readonly read: () => Promise<readonly Sample[]>;
}

/**
 * Registers a metric whose values are stored elsewhere. The library's own counters and histograms look up their labels at
 * each change, which is too slow for code that runs with every event.
 */
function register(registry: Registry, { about, labelNames, read }: RegisteredMetric): void {
  const get = async () => ({ ...about, aggregator: "sum", values: await read() });
  registry.registerMetric({ ...about, labelNames, get } as unknown as Gauge);
}

function toSamples(values: MetricValues): readonly Sample[] {
  if (values === undefined) return [];
  return typeof values === "number" ? [{ labels: {}, value: values }] : values;
}

function bucketSamples(
  name: string,
  { bounds, counts, sum }: Distribution,
  labels: LabeledValue["labels"] = {},
): readonly Sample[] {
  let count = 0;
  const buckets = [...bounds.map(String), "+Inf"].map((le, index) => {
    count += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
