import { UNDECLARED_ROUTE } from "./send-response.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientNetwork } from "../rate-limits/client-network.ts";
import { BodyBudget, BodyReservation } from "./body-budget.ts";
import { closeIfUnread } from "./close-connection.ts";
import { NotFound, UnsupportedContentEncoding } from "./errors.ts";
import { Exchange } from "./exchange.ts";
import { IncomingBody } from "./incoming-body.ts";
import { type ClientLimits, MAX_BODY_BYTES, MAX_ANONYMOUS_BODY_BYTES } from "./limits.ts";
import { SlowTransferGuard } from "./slow-transfer-guard.ts";

/** A route's rules for request bodies, as Fastify's `config`. Routes without such rules accept only small bodies. */
export interface BodyRouteConfig {
  /** The path as declared. Default: the router's path. */
  readonly path?: string;
  /**
   * Called before a body that may be large is read. Stores the caller in the exchange, or throws the error with which
   * the request is rejected.
   */
  readonly authorize?: (exchange: Exchange) => Promise<unknown>;
  /**
   * Returns whether bodies of requests with this method are passed on while they are received. The handler then sets
   * their limit.
   */
  readonly allowsLargeBody?: (method: string) => boolean;
  /** Whether bodies that are not forms are left to the handler. Default: they are read and discarded. */
  readonly handlerReadsBody?: true;
}

const bodies = new WeakMap<FastifyRequest, IncomingBody>();
const authorizedExchanges = new WeakMap<FastifyRequest, Exchange>();

/** Returns the unread body of a request, or undefined if the request has no body. */
export const bodyOf = (request: FastifyRequest): IncomingBody | undefined => bodies.get(request);

/**
 * Returns the exchange of a request. For a request with a large body, this is the exchange that was created before the
 * body was read.
 */
export const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange =>
  authorizedExchanges.get(request) ??
  new Exchange(request, reply, bodyRouteConfig(request).path ?? request.routeOptions.url ?? UNDECLARED_ROUTE);

/** Returns whether the body of a request is read only by its handler. */
export const isReadByHandler = (request: FastifyRequest): boolean => bodyRouteConfig(request).handlerReadsBody === true;

const bodyRouteConfig = ({ routeOptions }: FastifyRequest) => routeOptions.config as BodyRouteConfig;

/**
 * Limits the resources that request bodies use while they are received and processed. Small bodies, which are the vast
 * majority, are read immediately. Before a body that may be large is read, the caller is authenticated; anonymous
 * callers may send only small bodies.
 */
export function limitBodies(app: FastifyInstance, bounds: ClientLimits): BodyBudget {
  const budget = new BodyBudget(bounds.bodiesMib * 2 ** 20);
  const pace = new SlowTransferGuard({
    bytesPerSecond: bounds.bodyBytesPerSecond,
    graceSeconds: bounds.bodyGraceSeconds,
  });
  app.addHook("onClose", () => pace.stop());
  app.addHook("onRequest", (request, reply, done) => {
    const size = announcedBytes(request);
    if (size === 0) return done();
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding.toLowerCase() !== "identity") return done(new UnsupportedContentEncoding());
    const reservation = new BodyReservation(budget, clientNetwork(request.ip));
    reply.raw.once("close", () => reservation.release());
    const body = new IncomingBody(request.raw, reservation, pace);
    bodies.set(request, body);
    const proceed = () => {
      // The body of a HEAD request is not read.
      if (request.method === "HEAD") closeIfUnread(request.raw, reply.raw);
      else if (expectsContinue(request)) reply.raw.writeContinue();
      done();
    };
    if (size <= MAX_ANONYMOUS_BODY_BYTES) proceed();
    else authorizeLarge(body, exchangeOf(request, reply)).then(proceed, done);
  });
  // By default, Node would send 100 Continue to every client that asks for it.
  app.server.on("checkContinue", (message, response) => app.server.emit("request", message, response));
  return budget;
}

/** Returns the announced size of a body, or infinity if the size is not announced. */
function announcedBytes({ headers }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return Infinity;
  return Number(headers["content-length"] ?? 0);
}

async function authorizeLarge(body: IncomingBody, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  authorizedExchanges.set(request, exchange);
  if (request.is404) throw new NotFound();
  await bodyRouteConfig(request).authorize?.(exchange);
  const isBoundedLater = bodyRouteConfig(request).allowsLargeBody?.(request.method) === true;
  if (!isBoundedLater) body.limitBytes(exchange.actor ? MAX_BODY_BYTES : MAX_ANONYMOUS_BODY_BYTES);
  if (exchange.actor) body.reservation.assignAccount(exchange.actor.id);
}

const expectsContinue = ({ headers, raw }: FastifyRequest): boolean =>
  headers.expect?.toLowerCase() === "100-continue" && raw.httpVersion === "1.1";
