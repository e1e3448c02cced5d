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

/** What a route says of its requests, as Fastify's `config`. Without it their bodies may not be large. */
export interface BodyRouteConfig {
  /** The path as declared. Default: as the router knows it. */
  readonly path?: string;
  /** Asked before a body that may be large is read. Notes in the exchange who asks; throws what they are refused with. */
  readonly authorize?: (exchange: Exchange) => Promise<unknown>;
  /** Whether requests of this method bring what is passed on as it comes, and bounded by who reads it. */
  readonly allowsLargeBody?: (method: string) => boolean;
  /** Whether bodies that are no forms are left to the handler. Default: they are read past. */
  readonly handlerReadsBody?: true;
}

const bodies = new WeakMap<FastifyRequest, IncomingBody>();
const authorizedExchanges = new WeakMap<FastifyRequest, Exchange>();

/** The body that came with a request, to be read; undefined where there is none. */
export const bodyOf = (request: FastifyRequest): IncomingBody | undefined => bodies.get(request);

/** The exchange of a request: of one with a large body it is the same before the body is read and after. */
export const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange =>
  authorizedExchanges.get(request) ??
  new Exchange(request, reply, bodyRouteConfig(request).path ?? request.routeOptions.url ?? UNDECLARED_ROUTE);

/** Whether nobody else reads the body of a request. */
export const isReadByHandler = (request: FastifyRequest): boolean => bodyRouteConfig(request).handlerReadsBody === true;

const bodyRouteConfig = ({ routeOptions }: FastifyRequest) => routeOptions.config as BodyRouteConfig;

/**
 * Bounds what the bodies of requests take of the server while they arrive and are worked on. Small ones, which nearly all
 * are, are read at once. For a large one the caller is authenticated first, and strangers are refused unread.
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
    const holding = new BodyReservation(budget, clientNetwork(request.ip));
    reply.raw.once("close", () => holding.release());
    const body = new IncomingBody(request.raw, holding, pace);
    bodies.set(request, body);
    const begin = () => {
      // Nobody reads what comes with a HEAD.
      if (request.method === "HEAD") closeIfUnread(request.raw, reply.raw);
      else if (expectsContinue(request)) reply.raw.writeContinue();
      done();
    };
    if (size <= MAX_ANONYMOUS_BODY_BYTES) begin();
    else authorizeLarge(body, exchangeOf(request, reply)).then(begin, done);
  });
  // By itself, Node would tell every client to go on.
  app.server.on("checkContinue", (message, response) => app.server.emit("request", message, response));
  return budget;
}

/** How large a body may turn out to be. */
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
