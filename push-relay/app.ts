import { STATUS_CODES } from "node:http";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { bodyOf, limitBodies, type BodyRouteConfig } from "@parlance/kernel/http/request-bodies.ts";
import { limitClients } from "@parlance/kernel/http/client-limits.ts";
import { closeIfUnread } from "@parlance/kernel/http/close-connection.ts";
import { errorBody, errorHeaders, toAppError } from "@parlance/kernel/http/error-response.ts";
import { MissingParameter, NotFound } from "@parlance/kernel/http/errors.ts";
import type { ClientLimits } from "@parlance/kernel/http/limits.ts";
import { respondToMalformed } from "@parlance/kernel/http/malformed-requests.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { InvalidArgument, InvalidServiceOrg } from "./errors.ts";
import { operations } from "./operations/index.ts";
import type { Operation, RelayServices, RemoteServer } from "./operations/operation.ts";
import type { RateLimit } from "./rate-limit.ts";
import { addBodyParsers } from "./request-body.ts";
import { authenticateServer, parseCredentials } from "./server-credentials.ts";
import { hashToken } from "./push-tokens.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const BASE = "/api/v1/remotes/";
const MAX_HEADER_BYTES = 16_384;
const REQUEST_TIMEOUT_MS = 30_000;
/** Maximum size of the bodies of registered servers' requests and of unauthenticated requests, in bytes. */
const MAX_BODY_BYTES = 2 * 2 ** 20;
const MAX_UNAUTHENTICATED_BODY_BYTES = 16_384;
/**
 * Maximum number of concurrent requests of registered servers: in total, and per network and server. It is limited
 * because a request may wait for a push service for some seconds.
 */
const SERVER_CONCURRENCY = { total: 64, perCaller: 32 };
/**
 * Maximum number of concurrent unauthenticated requests. It is limited because a request may wait some seconds for DNS,
 * or until a server's host name is proven.
 */
const UNAUTHENTICATED_CONCURRENCY = { total: 16, perCaller: 4 };
const MAX_LAST_SEEN = 10_000;
const JSON_TYPE = "application/json";

export interface RelayLimits extends ClientLimits {
  /** Timeout for receiving the request line and the headers, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Timeout for the proof that a server can be reached at its host name, in milliseconds. */
  readonly proofTimeoutMs: number;
}

export interface RelayAppOptions {
  readonly services: RelayServices;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trustedProxies: number;
  readonly limits: RelayLimits;
  /** Rate limit of requests per server. */
  readonly requests: RateLimit;
  /** Rate limit of registrations per network. */
  readonly registrations: RateLimit;
  /** Rate limit of requests with wrong credentials, per network. */
  readonly failures: RateLimit;
}

type RequestHandler = (request: FastifyRequest) => Promise<object>;

/** Builds the relay's HTTP server. */
export function buildApp(options: RelayAppOptions): FastifyInstance {
  const { metrics } = options;
  const app = createHttpServer(options);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
  limitClients(app, options.limits, options.trustedProxies);
  // Requests for unknown paths are rejected without waiting for their bodies.
  app.addHook("onRequest", async (request) => {
    if (request.is404) throw new NotFound();
  });
  limitBodies(app, options.limits);
  addBodyParsers(app);
  addHealthRoutes(app, options);
  closeConnectionsOnStop(app);
  const lastSeen = new Set<string>();
  const concurrencyLimits = {
    servers: new ConcurrencyLimit(SERVER_CONCURRENCY),
    unauthenticated: new ConcurrencyLimit(UNAUTHENTICATED_CONCURRENCY),
  };
  for (const operation of operations) addOperation(app, operation, { ...options, concurrencyLimits, lastSeen });
  return app;
}

function createHttpServer({ log, trustedProxies, limits: { headersTimeoutMs } }: RelayAppOptions): FastifyInstance {
  const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    closeIfUnread(request.raw, reply.raw);
    const known = toClientError(error);
    if (known.status >= 500) log.error({ err: error, path: request.routeOptions.url }, "request failed");
    return sendError(reply, known);
  };
  const app = Fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 2),
    },
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    clientErrorHandler: respondToMalformed,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  app.setErrorHandler(answerError);
  return app;
}

/** Adds `GET /health` and `GET /metrics`. Concurrent health checks share one database query. */
function addHealthRoutes(app: FastifyInstance, { services, metrics }: RelayAppOptions): void {
  let probe: Promise<unknown> | undefined;
  app.get("/health", async () => {
    probe ??= services.pool.query("select 1").finally(() => (probe = undefined));
    await probe;
    return { result: "success", msg: "" };
  });
  app.get("/metrics", async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.render();
  });
}

/**
 * While the relay is stopping, closes each connection after its response. Otherwise, stopping would wait for further
 * requests on open connections.
 */
function closeConnectionsOnStop(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => void (isClosing = true));
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

interface OperationOptions extends RelayAppOptions {
  readonly concurrencyLimits: { readonly servers: ConcurrencyLimit; readonly unauthenticated: ConcurrencyLimit };
  /** Hashes of credentials that were recently valid. */
  readonly lastSeen: Set<string>;
}

function addOperation(app: FastifyInstance, operation: Operation, options: OperationOptions): void {
  const { services, requests, registrations, concurrencyLimits } = options;
  const { path, parameters, runForServer, runUnauthenticated } = operation;
  const servers = new WeakMap<FastifyRequest, RemoteServer>();
  const serve: RequestHandler = async (request) => {
    const input = parseParameters(parameters, request.body) as never;
    const server = servers.get(request);
    const caller = clientNetwork(request.ip);
    if (runForServer && server) {
      return concurrencyLimits.servers.run([caller, `server ${server.id}`], () =>
        runForServer(services, server, input),
      );
    }
    if (runUnauthenticated)
      return concurrencyLimits.unauthenticated.run([caller], () => runUnauthenticated(services, input));
    throw new Error("not found");
  };
  app.post(`${BASE}${path}`, {
    // The general limit is turned off, because `onRequest` sets a limit for each type of operation.
    config: { allowsLargeBody: () => true } satisfies BodyRouteConfig,
    // Before the body is read, authenticates the server, or counts an unauthenticated request.
    onRequest: async (request) => {
      if (runForServer) {
        const server = await authenticateLimited(request, options);
        requests.consume(String(server.id));
        servers.set(request, server);
      } else registrations.consume(clientNetwork(request.ip));
      bodyOf(request)?.limitBytes(runForServer ? MAX_BODY_BYTES : MAX_UNAUTHENTICATED_BODY_BYTES);
    },
    handler: async (request) => ({ result: "success", msg: "", ...(await serve(request)) }),
  });
}

/**
 * Authenticates a server. Requests from networks that have tried many wrong keys are rejected before the database is
 * queried, unless their credentials were recently valid.
 */
async function authenticateLimited(request: FastifyRequest, { services, failures, lastSeen }: OperationOptions) {
  const caller = clientNetwork(request.ip);
  const credentials = parseCredentials(request.headers.authorization);
  const hash = hashToken(`${credentials.orgId}:${credentials.key}`).toString("base64");
  if (!lastSeen.has(hash)) failures.assertNotExceeded(caller);
  try {
    const server = await authenticateServer(services.pool, credentials, services.clock.now());
    if (lastSeen.size >= MAX_LAST_SEEN) lastSeen.clear();
    lastSeen.add(hash);
    return server;
  } catch (error) {
    if (!(error instanceof InvalidServiceOrg)) throw error;
    lastSeen.delete(hash);
    failures.consume(caller);
    throw error;
  }
}

/**
 * Parses the parameters of an operation.
 * @throws MissingParameter, InvalidArgument
 */
function parseParameters(parameters: Operation["parameters"], body: unknown): unknown {
  const record = typeof body === "object" && body !== null ? body : {};
  const { data, error } = parameters.safeParse(record);
  if (!error) return data;
  const name = String(error.issues[0]?.path[0] ?? "body");
  throw name in record ? new InvalidArgument({ var_name: name }) : new MissingParameter({ var_name: name });
}

/** Converts any error to an error that may be sent to the client. */
function toClientError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  const { statusCode: status = 500 } = error;
  if (status >= 400 && status < 500) return new AppError("BAD_REQUEST", status, STATUS_CODES[status] ?? "Bad Request");
  return toAppError(error);
}

const sendError = (reply: FastifyReply, error: AppError): FastifyReply =>
  reply
    .code(error.status)
    .headers(errorHeaders(error) as Record<string, string>)
    .type(JSON_TYPE)
    .send(errorBody(error));
