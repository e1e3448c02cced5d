import { UNDECLARED } from "./send-response.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { network } from "../rate-limits/client-network.ts";
import { BodyBudget, Holding } from "./body-budget.ts";
import { closeUnread } from "./close-connection.ts";
import { NotFound, UnsupportedContentEncoding } from "./errors.ts";
import { Exchange } from "./exchange.ts";
import { IncomingBody } from "./incoming-body.ts";
import { type ClientBounds, MAX_BODY_BYTES, MAX_STRANGERS_BODY_BYTES } from "./limits.ts";
import { Pace } from "./slow-transfer-guard.ts";

/** What a route says of its requests, as Fastify's `config`. Without it their bodies may not be large. */
export interface RouteFacts {
  /** The path as declared. Default: as the router knows it. */
  readonly path?: string;
  /** Asked before a body that may be large is read. Notes in the exchange who asks; throws what they are refused with. */
  readonly admit?: (exchange: Exchange) => Promise<unknown>;
  /** Whether requests of this method bring what is passed on as it comes, and bounded by who reads it. */
  readonly takesLarge?: (method: string) => boolean;
  /** Whether bodies that are no forms are left to the handler. Default: they are read past. */
  readonly readsItself?: true;
}

const bodies = new WeakMap<FastifyRequest, IncomingBody>();
const admitted = new WeakMap<FastifyRequest, Exchange>();

/** The body that came with a request, to be read; undefined where there is none. */
export const bodyOf = (request: FastifyRequest): IncomingBody | undefined => bodies.get(request);

/** The exchange of a request: of one with a large body it is the same before the body is read and after. */
export const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange =>
  admitted.get(request) ??
  new Exchange(request, reply, factsOf(request).path ?? request.routeOptions.url ?? UNDECLARED);

/** Whether nobody else reads the body of a request. */
export const isReadByHandler = (request: FastifyRequest): boolean => factsOf(request).readsItself === true;

const factsOf = ({ routeOptions }: FastifyRequest) => routeOptions.config as RouteFacts;

/**
 * Bounds what the bodies of requests take of the server while they arrive and are worked on. Small ones, which nearly all
 * are, are read at once. For a large one the caller is authenticated first, and strangers are refused unread.
 */
export function limitBodies(app: FastifyInstance, bounds: ClientBounds): BodyBudget {
  const budget = new BodyBudget(bounds.bodiesMib * 2 ** 20);
  const pace = new Pace({ bytesPerSecond: bounds.bodyBytesPerSecond, graceSeconds: bounds.bodyGraceSeconds });
  app.addHook("onClose", () => pace.stop());
  app.addHook("onRequest", (request, reply, done) => {
    const size = announced(request);
    if (size === 0) return done();
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding.toLowerCase() !== "identity") return done(new UnsupportedContentEncoding());
    const holding = new Holding(budget, network(request.ip));
    reply.raw.once("close", () => holding.drop());
    const body = new IncomingBody(request.raw, holding, pace);
    bodies.set(request, body);
    const begin = () => {
      // Nobody reads what comes with a HEAD.
      if (request.method === "HEAD") closeUnread(request.raw, reply.raw);
      else if (isToldToGoOn(request)) reply.raw.writeContinue();
      done();
    };
    if (size <= MAX_STRANGERS_BODY_BYTES) begin();
    else admitLarge(body, exchangeOf(request, reply)).then(begin, done);
  });
  // By itself, Node would tell every client to go on.
  app.server.on("checkContinue", (message, response) => app.server.emit("request", message, response));
  return budget;
}

/** How large a body may turn out to be. */
function announced({ headers }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return Infinity;
  return Number(headers["content-length"] ?? 0);
}

async function admitLarge(body: IncomingBody, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  admitted.set(request, exchange);
  if (request.is404) throw new NotFound();
  await factsOf(request).admit?.(exchange);
  const isBoundedLater = factsOf(request).takesLarge?.(request.method) === true;
  if (!isBoundedLater) body.limit(exchange.actor ? MAX_BODY_BYTES : MAX_STRANGERS_BODY_BYTES);
  if (exchange.actor) body.holding.belongTo(exchange.actor.id);
}

const isToldToGoOn = ({ headers, raw }: FastifyRequest): boolean =>
  headers.expect?.toLowerCase() === "100-continue" && raw.httpVersion === "1.1";
