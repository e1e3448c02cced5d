import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { clientNetwork } from "../rate-limits/client-network.ts";
import { ServerBusy } from "./errors.ts";
import { type ClientLimits, MAX_PIPELINED_REQUESTS } from "./limits.ts";
import { rejectConnection } from "./malformed-requests.ts";
import { Quotas, type Quota } from "./quotas.ts";

/**
 * Limits the number of concurrent requests of each network, of connections of each network (only without proxies), and
 * of pipelined requests on each connection.
 */
export function limitClients(app: FastifyInstance, bounds: ClientLimits, trustedProxies: number): void {
  if (trustedProxies === 0) limitConnections(app.server, new Quotas(bounds.connectionsPerAddress));
  limitPipelines(app.server);
  const underWay = new Quotas(bounds.requestsPerAddress);
  app.addHook("onRequest", (request, reply, done) => {
    const quota = underWay.acquire(clientNetwork(request.ip));
    if (!quota) return done(new ServerBusy());
    // Tens of thousands of polls may wait at the same time, so all responses share one listener instead of having a
    // closure each.
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

/**
 * Rejects a connection if its network has too many. A TLS client could not read a plain-text reason, so its connection
 * is closed without one.
 */
export function limitConnections(server: Server, connections: Quotas): void {
  const refuse = server instanceof TlsServer ? (socket: Socket) => socket.destroy() : rejectConnection;
  server.prependListener("connection", (socket: Socket) => {
    const quota = connections.acquire(clientNetwork(socket.remoteAddress ?? ""));
    if (quota) socket.once("close", () => quota.release());
    else refuse(socket);
  });
}

/** Closes connections on which a client has sent too many requests without waiting for responses. */
function limitPipelines(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  server.prependListener("request", ({ socket }, response) => {
    // A response has a socket only when all earlier requests of the connection are finished.
    if (response.socket !== null) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 0) - 1));
    if (count > MAX_PIPELINED_REQUESTS) socket.destroy();
  });
}
