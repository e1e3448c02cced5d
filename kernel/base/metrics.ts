import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** The registry in which other parts of the server register their metrics. */
  readonly registry: Registry;
  /**
   * Records a completed request. `route` is the declared path, not the actual one, so that the number of labels is
   * bounded.
   */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** Registers a gauge. `count` is called for its value whenever the metrics are requested. */
  readonly showGauge: (name: string, help: string, count: () => number) => void;
}

/** Creates the metrics of one application. Nothing is global, so that several applications can run in one process. */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the arrival of a request's headers until its response was sent",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 90],
    registers: [registry],
  });
  return {
    registry,
    showGauge(name, help, count) {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(count()) });
    },
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
  };
}
