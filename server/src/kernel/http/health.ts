import type { FastifyInstance } from "fastify";
import type { Metrics } from "../metrics.ts";
import { errorBody } from "./error-reply.ts";
import { ServerNotReady } from "./errors.ts";
import { type Answer, JSON_TYPE, send } from "./reply.ts";

/** Whether the database answers, the migrations are done, and the server is not about to stop. */
export type Readiness = () => Promise<boolean>;

interface HealthOptions {
  readonly readiness?: Readiness;
  readonly metrics?: Metrics;
}

const fine: Answer = { status: 200, contentType: JSON_TYPE, body: '{"result":"success","msg":""}\n' };
const notReady: Answer = {
  status: ServerNotReady.status,
  contentType: JSON_TYPE,
  body: errorBody(new ServerNotReady()),
};

/** `GET /health`: the process lives. `GET /ready`: it can do its work. `GET /metrics`: for Prometheus. */
export function registerHealth(app: FastifyInstance, { readiness, metrics }: HealthOptions): void {
  app.get("/health", (_request, reply) => {
    send(reply, fine);
  });
  app.get("/ready", async (_request, reply) => {
    const isReady = readiness === undefined || (await readiness().catch(() => false));
    send(reply, isReady ? fine : notReady);
    return reply;
  });
  if (!metrics) return;
  app.get("/metrics", async (_request, reply) => {
    const { registry } = metrics;
    send(reply, { status: 200, contentType: registry.contentType, body: await registry.metrics() });
    return reply;
  });
}
