import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { clientNetwork } from "../rate-limits/client-network.ts";
import { ServerBusy } from "./errors.ts";
import { type ClientLimits, MAX_PIPELINED_REQUESTS } from "./limits.ts";
import { rejectConnection } from "./malformed-requests.ts";
import { Quotas, type Quota } from "./quotas.ts";

/** How many connections and requests under way one network may have. */
export function limitClients(app: FastifyInstance, bounds: ClientLimits, trustedProxies: number): void {
  if (trustedProxies === 0) limitConnections(app.server, new Quotas(bounds.connectionsPerAddress));
  limitPipelines(app.server);
  const underWay = new Quotas(bounds.requestsPerAddress);
  app.addHook("onRequest", (request, reply, done) => {
    const quota = underWay.acquire(clientNetwork(request.ip));
    if (!quota) return done(new ServerBusy());
    // Tens of thousands of polls wait at once: a listener that all share, and no closure for each.
    (reply.raw as CountedResponse)[requestQuota] = quota;
    reply.raw.on("close", releaseQuota);
    return done();
  });
}

const requestQuota = Symbol("quota");

type CountedResponse = ServerResponse & { [requestQuota]?: Quota | undefined };

function releaseQuota(this: CountedResponse): void {
  this[requestQuota]?.release();
  this[requestQuota] = undefined;
}

/** Refuses connections of a network that has many. Who expects encryption could not read why. */
export function limitConnections(server: Server, connections: Quotas): void {
  const refuse = server instanceof TlsServer ? (socket: Socket) => socket.destroy() : rejectConnection;
  server.prependListener("connection", (socket: Socket) => {
    const quota = connections.acquire(clientNetwork(socket.remoteAddress ?? ""));
    if (quota) socket.once("close", () => quota.release());
    else refuse(socket);
  });
}

/** Closes connections on which very many requests were sent without waiting for answers. */
function limitPipelines(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  server.prependListener("request", ({ socket }, response) => {
    // It has one if it is this one's turn to be answered.
    if (response.socket !== null) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 0) - 1));
    if (count > MAX_PIPELINED_REQUESTS) socket.destroy();
  });
}
