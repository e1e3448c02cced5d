import type { FastifyInstance } from "fastify";
import type { Metrics } from "../metrics.ts";
import { errorBody } from "./error-reply.ts";
import { ServerNotReady } from "./errors.ts";
import { JSON_TYPE, send, successBody } from "./reply.ts";

/** Whether the database answers, the migrations are done, and the server is not about to stop. */
export type Readiness = () => Promise<boolean>;

interface HealthOptions {
  readonly readiness?: Readiness;
  readonly metrics?: Metrics;
}

/** `GET /health`: the process lives. `GET /ready`: it can do its work. `GET /metrics`: for Prometheus. */
export function registerHealth(app: FastifyInstance, { readiness, metrics }: HealthOptions): void {
  app.get("/health", (_request, reply) => {
    send(reply, 200, JSON_TYPE, successBody({}, undefined));
  });
  app.get("/ready", async (_request, reply) => {
    const isReady = readiness === undefined || (await readiness().catch(() => false));
    if (isReady) send(reply, 200, JSON_TYPE, successBody({}, undefined));
    else send(reply, ServerNotReady.status, JSON_TYPE, errorBody(new ServerNotReady()));
    return reply;
  });
  if (!metrics) return;
  app.get("/metrics", async (_request, reply) => {
    send(reply, 200, metrics.registry.contentType, await metrics.registry.metrics());
    return reply;
  });
}
