import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { network } from "../rate-limits/network.ts";
import { ServerBusy } from "./errors.ts";
import { type ClientBounds, MAX_PIPELINED } from "./limits.ts";
import { refuseConnection } from "./malformed.ts";
import { Tally, type Place } from "./tally.ts";

/** How many connections and requests under way one network may have. */
export function limitClients(app: FastifyInstance, bounds: ClientBounds, trustedProxies: number): void {
  if (trustedProxies === 0) limitConnections(app.server, new Tally(bounds.connectionsPerAddress));
  limitPipelines(app.server);
  const underWay = new Tally(bounds.requestsPerAddress);
  app.addHook("onRequest", (request, reply, done) => {
    const place = underWay.take(network(request.ip));
    if (!place) return done(new ServerBusy());
    // Tens of thousands of polls wait at once: a listener that all share, and no closure for each.
    (reply.raw as Placed)[itsPlace] = place;
    reply.raw.on("close", leave);
    return done();
  });
}

const itsPlace = Symbol("place");

type Placed = ServerResponse & { [itsPlace]?: Place | undefined };

function leave(this: Placed): void {
  this[itsPlace]?.leave();
  this[itsPlace] = undefined;
}

function limitConnections(server: Server, connections: Tally): void {
  server.prependListener("connection", (socket: Socket) => {
    const place = connections.take(network(socket.remoteAddress ?? ""));
    if (place) socket.once("close", () => place.leave());
    else refuseConnection(socket);
  });
}

/**
 * Requests that a client sends without waiting for answers. Node tells those whose turn to be answered has not come
 * nothing of the connection's end, so that they would be worked on, and hold what they hold, for ever.
 */
function limitPipelines(server: Server): void {
  const pipelines = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener("request", ({ socket }, response) => {
    if (response.socket !== null) return;
    const waiting = pipelines.get(socket) ?? openPipeline(socket);
    pipelines.set(socket, waiting);
    waiting.add(response);
    response.once("close", () => waiting.delete(response));
    if (waiting.size > MAX_PIPELINED) socket.destroy();
  });
}

function openPipeline(socket: Socket): Set<ServerResponse> {
  const waiting = new Set<ServerResponse>();
  socket.once("close", () => {
    for (const response of waiting) response.destroy().emit("close");
  });
  return waiting;
}
