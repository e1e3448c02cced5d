import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** The registry in which other parts of the server register their metrics. */
  readonly registry: Registry;
  /** Returns the values of all metrics, in the format of Prometheus. */
  render(): Promise<string>;
  /**
   * Records a completed request. `route` is the declared path, not the actual one, so that the number of labels is
   * bounded.
   */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** Registers a gauge. `count` is called for its value whenever the metrics are requested. */
  readonly showGauge: (name: string, help: string, count: () => number) => void;
}

/** Interval at which the delay of the event loop is sampled, in milliseconds. */
const EVENT_LOOP_SAMPLE_MS = 10;

/** Creates the metrics of one application. Nothing is global, so that several applications can run in one process. */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry();
  let isProcessObserved = false;
  // Sampling the event loop wakes an idle process a hundred times per second. So it starts with the first request of the
  // metrics, which waits for the first samples.
  const observeProcess = async () => {
    if (!ofProcess || isProcessObserved) return;
    isProcessObserved = true;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
    await sleep(3 * EVENT_LOOP_SAMPLE_MS);
  };
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the arrival of a request's headers until its response was sent",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 90],
    registers: [registry],
  });
  return {
    registry,
    async render() {
      await observeProcess();
      return registry.metrics();
    },
    showGauge(name, help, count) {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(count()) });
    },
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
  };
}
