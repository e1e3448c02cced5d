import type { FastifyInstance } from "fastify";
import type { Tracing } from "../tracing/tracing.ts";

/** Paths of health checks and metrics, which are requested every few seconds. */
const UNTRACED = new Set(["/health", "/ready", "/metrics"]);

/** Records a trace of every request, from its first line until its response is sent or its connection is closed. */
export function traceRequests(app: FastifyInstance, tracing: Pick<Tracing, "startRequest">): void {
  app.addHook("onRequest", ({ id, method, routeOptions, headers }, reply, done) => {
    const { url: route = "unknown" } = routeOptions;
    if (UNTRACED.has(route)) return done();
    const attributes = { "http.request.method": method, "http.route": route, "parlance.request_id": id };
    const request = tracing.startRequest({ name: `${method} ${route}`, attributes }, headers);
    reply.raw.once("close", () => {
      const { statusCode } = reply.raw;
      request.end({
        attributes: { "http.response.status_code": statusCode },
        ...(statusCode >= 500 && { error: { name: String(statusCode) } }),
      });
    });
    request.run(done);
  });
}
