import { STATUS_CODES } from "node:http";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError } from "@parlance/server/kernel/errors.ts";
import { errorBody, errorHeaders, toAppError } from "@parlance/server/kernel/http/error-reply.ts";
import { MalformedBody, MissingParameter, NotFound, ServerBusy } from "@parlance/server/kernel/http/errors.ts";
import type { Logger } from "@parlance/server/kernel/log.ts";
import type { Metrics } from "@parlance/server/kernel/metrics.ts";
import { network } from "@parlance/server/kernel/rate-limits/network.ts";
import { BodyTooLarge, InvalidArgument } from "./errors.ts";
import { parseExactly } from "@parlance/server/kernel/exact-json.ts";
import { operations } from "./operations/index.ts";
import type { Operation, RelayServices, RemoteServer } from "./operations/operation.ts";
import type { RateLimit } from "./rate-limit.ts";
import { authenticate } from "./servers.ts";

const BASE = "/api/v1/remotes/";
/** Of what registered servers send, and of what anybody may. */
const BODY_BYTES = 2 * 2 ** 20;
const STRANGERS_BODY_BYTES = 16_384;
/** Requests with a body that are under way at once: each may wait for some seconds for a push service. */
const AT_ONCE = 64;
const REQUEST_MS = 30_000;
const JSON_TYPE = "application/json";

export interface RelayAppOptions {
  readonly services: RelayServices;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trustedProxies: number;
  /** Of requests, by server. */
  readonly requests: RateLimit;
  /** Of registrations, by network. */
  readonly registrations: RateLimit;
}

type Serve = (request: FastifyRequest) => Promise<object>;

/** The relay's HTTP interface. */
export function buildApp(options: RelayAppOptions): FastifyInstance {
  const { services, log, metrics, trustedProxies } = options;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
  });
  app.removeAllContentTypeParsers();
  const parsers = { [JSON_TYPE]: parseExactly, "application/x-www-form-urlencoded": fields };
  for (const [type, parse] of Object.entries(parsers)) {
    app.addContentTypeParser(type, { parseAs: "string" }, (_request, text, done) => {
      try {
        done(null, parse(String(text)));
      } catch {
        done(new MalformedBody());
      }
    });
  }
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toRefusal(error);
    if (known.status >= 500) log.error({ err: error, path: request.routeOptions.url }, "a request failed");
    return refuse(reply, known);
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, new NotFound()));
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.get("/health", async () => {
    await services.pool.query("select 1");
    return { result: "success", msg: "" };
  });
  app.get("/metrics", async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  admitSome(app);
  closeBehindAnswers(app);
  for (const operation of operations) addOperation(app, operation, options);
  return app;
}

/** Refuses what comes while enough is under way. */
function admitSome(app: FastifyInstance): void {
  const underWay = new Set<FastifyRequest>();
  app.addHook("onRequest", async (request, reply) => {
    if (request.method !== "POST") return;
    if (underWay.size >= AT_ONCE) throw new ServerBusy();
    underWay.add(request);
    // Also where the connection is cut.
    reply.raw.once("close", () => underWay.delete(request));
  });
}

/** What is answered while the relay stops is the last on its connection: else it would be waited there for more. */
function closeBehindAnswers(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => void (isClosing = true));
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

function addOperation(app: FastifyInstance, operation: Operation, options: RelayAppOptions): void {
  const { services, requests, registrations } = options;
  const { path, parameters, forServer, forAnybody } = operation;
  const servers = new WeakMap<FastifyRequest, RemoteServer>();
  const serve: Serve = (request) => {
    const input = checked(parameters, request.body) as never;
    const server = servers.get(request);
    if (forServer && server) return forServer(services, server, input);
    if (forAnybody) return forAnybody(services, input);
    throw new Error("nobody serves this");
  };
  app.post(`${BASE}${path}`, {
    bodyLimit: forServer ? BODY_BYTES : STRANGERS_BODY_BYTES,
    // Before the body is read.
    onRequest: async (request) => {
      if (!forServer) return registrations.spend(network(request.ip));
      const server = await authenticate(services.pool, request.headers.authorization, services.clock.now());
      requests.spend(String(server.id));
      servers.set(request, server);
    },
    handler: async (request) => ({ result: "success", msg: "", ...(await serve(request)) }),
  });
}

/** @throws MissingParameter, InvalidArgument */
function checked(parameters: Operation["parameters"], body: unknown): unknown {
  const given = typeof body === "object" && body !== null ? body : {};
  const { data, error } = parameters.safeParse(given);
  if (!error) return data;
  const name = String(error.issues[0]?.path[0] ?? "body");
  throw name in given ? new InvalidArgument({ var_name: name }) : new MissingParameter({ var_name: name });
}

/** The parameters of a form; of one that comes twice, the last. */
const fields = (text: string): object => Object.fromEntries(new URLSearchParams(text));

/** What the caller may know of anything thrown. */
function toRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  const { statusCode: status = 500 } = error;
  if (status === 413) return new BodyTooLarge();
  if (status >= 400 && status < 500) return new AppError("BAD_REQUEST", status, STATUS_CODES[status] ?? "Bad Request");
  return toAppError(error);
}

const refuse = (reply: FastifyReply, error: AppError): FastifyReply =>
  reply
    .code(error.status)
    .headers(errorHeaders(error) as Record<string, string>)
    .type(JSON_TYPE)
    .send(errorBody(error));
