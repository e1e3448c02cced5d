import type { FastifyInstance } from "fastify";
import { PoolExhausted } from "../db/pool-exhaustion.ts";
import type { Metrics } from "../base/metrics.ts";
import { errorBody, errorHeaders, toAppError } from "./error-response.ts";
import { createMetricsResponse, type MetricsAccess } from "./metrics-response.ts";
import { DatabasePoolExhausted, ServerNotReady } from "./errors.ts";
import { type HttpResponse, JSON_TYPE, writeResponse } from "./write-response.ts";

/** Resolves if the server can handle requests, and rejects with the reason if it cannot. */
export type Readiness = () => Promise<void>;

interface HealthOptions {
  readonly readiness?: Readiness;
  readonly metrics?: Metrics;
  /** Default: the metrics are available to everyone who can reach the server. */
  readonly metricsAccess?: MetricsAccess;
}

const healthyResponse: HttpResponse = { status: 200, contentType: JSON_TYPE, body: '{"result":"success","msg":""}\n' };

/** Returns the response of a server that is not ready. It includes the reason if this is a known, temporary one. */
function notReadyResponse(reason: unknown): HttpResponse {
  const known = reason instanceof PoolExhausted ? new DatabasePoolExhausted() : toAppError(reason);
  const error = known.status === 503 ? known : new ServerNotReady();
  return { status: error.status, contentType: JSON_TYPE, body: errorBody(error), headers: errorHeaders(error) };
}

/**
 * Registers `GET /health` (is the process alive?), `GET /ready` (can it handle requests?) and `GET /metrics` (for
 * Prometheus).
 */
export function registerHealth(app: FastifyInstance, { readiness, metrics, metricsAccess = {} }: HealthOptions): void {
  app.get("/health", (_request, reply) => {
    writeResponse(reply, healthyResponse);
  });
  app.get("/ready", async (_request, reply) => {
    const answer =
      readiness === undefined ? healthyResponse : await readiness().then(() => healthyResponse, notReadyResponse);
    writeResponse(reply, answer);
    return reply;
  });
  if (!metrics || metricsAccess.isSeparate) return;
  app.get("/metrics", async ({ headers }, reply) => {
    writeResponse(reply, await createMetricsResponse(metrics, metricsAccess.token, headers.authorization));
    return reply;
  });
}
