import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import { bodyOf, exchangeOf, isReadByHandler, limitBodies } from "./request-bodies.ts";
import { limitClients } from "./client-limits.ts";
import { closeIfUnread } from "./close-connection.ts";
import { UNDECLARED_ROUTE } from "./send-response.ts";
import { sendCountedError } from "./request-rate-limits.ts";
import { registerApiDocuments } from "./api-documents.ts";
import { toHttpServerError } from "./error-response.ts";
import { type Encryption, createSecureServer, strictTransportHeaders } from "./encryption.ts";
import { MalformedBody } from "./errors.ts";
import { Exchange, type RawQuery } from "./exchange.ts";
import { setReceivedFiles } from "./uploaded-files.ts";
import { FormParser, emptyFields } from "./form.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { traceRequests } from "./trace-requests.ts";
import { type Readiness, registerHealth } from "./health.ts";
import type { MetricsAccess } from "./metrics-response.ts";
import { registerHttpMetrics } from "./http-metrics.ts";
import { LargeWorkQueue } from "./large-work-queue.ts";
import {
  RESPONSE_TIMEOUT_MS,
  type ClientLimits,
  HEADERS_TIMEOUT_MS,
  MAX_PENDING_RESPONSE_BYTES,
  MAX_HEADER_BYTES,
  MAX_PATH_SEGMENT_LENGTH,
  REQUEST_TIMEOUT_MS,
  defaultClientLimits,
} from "./limits.ts";
import { respondToMalformed } from "./malformed-requests.ts";
import type { Module } from "./module.ts";
import { parseMultipart } from "./multipart.ts";
import { ResponseBacklog, type ResponseBacklogLimits } from "./response-backlog.ts";
import { registerProtocols } from "./register-protocols.ts";
import { addHeaders } from "./write-response.ts";
import { registerResources } from "./register-resources.ts";
import { normalizeApiPath, fileRuleOf, registerRoutes } from "./register-routes.ts";
import type { Services } from "./services.ts";
import { noAliases } from "./wire-aliases.ts";
import { randomBytes } from "node:crypto";

/** Returns a function that creates request ids: short, different in every process, and ascending within a process. */
function createRequestIds(): () => string {
  const process = randomBytes(4).toString("hex");
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

export interface AppOptions
  extends Omit<Services, "largeWork" | "wireAliases">, Partial<Pick<Services, "wireAliases">> {
  readonly modules: readonly Module[];
  /**
   * Number of proxies in front of the server that are trusted to report the client's address and the host. Default: 0.
   */
  readonly trustedProxies?: number;
  /** TLS configuration. Default: no encryption. */
  readonly encryption?: Encryption | undefined;
  /**
   * Limits for responses that clients have not read yet. Default: `MAX_PENDING_RESPONSE_BYTES` and
   * `RESPONSE_TIMEOUT_MS`.
   */
  readonly outbox?: ResponseBacklogLimits;
  /** Limits for connections and requests of clients. Default: the default values of the settings. */
  readonly bounds?: Partial<ClientLimits>;
  /** Checks whether the server can handle requests, for `GET /ready`. Default: always ready. */
  readonly readiness?: Readiness;
  /** Default: the metrics are available to everyone who can reach the server. */
  readonly metricsAccess?: MetricsAccess;
  /** Default: requests are not traced. */
  readonly tracing?: Tracing | undefined;
}

/**
 * Creates the HTTP server with the API, its documents and its health checks. The server does not listen yet, so more
 * routes can be added.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const services: Services = { wireAliases: noAliases, ...options, largeWork: new LargeWorkQueue() };
  const app = openServer(options, services);
  const outbox = new ResponseBacklog(
    options.outbox ?? { bytes: MAX_PENDING_RESPONSE_BYTES, timeoutMs: RESPONSE_TIMEOUT_MS },
  );
  app.decorate("outbox", outbox);
  const bounds = { ...defaultClientLimits, ...options.bounds };
  if (options.tracing) traceRequests(app, options.tracing);
  if (options.encryption) assertEncrypted(app, options.encryption);
  limitClients(app, bounds, options.trustedProxies ?? 0);
  const bodies = limitBodies(app, bounds);
  if (options.metrics) registerHttpMetrics(options.metrics, outbox, bodies);
  acceptForms(app);
  registerRoutes(app, services, options.modules);
  registerResources(app, services, options.modules);
  registerProtocols(app, services, options.modules);
  registerApiDocuments(app, options.modules);
  registerHealth(app, options);
  return app;
}

function openServer({ trustedProxies = 0, encryption }: AppOptions, services: Services): FastifyInstance {
  const app = Fastify({
    ...(encryption && { serverFactory: createSecureServer(encryption) }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    genReqId: createRequestIds(),
    // Requests received while the server closes still get their usual response.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = "/" }) => normalizeApiPath(url),
    clientErrorHandler: respondToMalformed,
    frameworkErrors: (error, request, reply) => {
      closeIfUnread(request.raw, reply.raw);
      void sendCountedError(services, new Exchange(request, reply, UNDECLARED_ROUTE), toHttpServerError(error));
    },
    // The routes have no Fastify schemas, because our own code parses parameters. So Fastify's schema compilers need
    // not be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: {
      maxParamLength: MAX_PATH_SEGMENT_LENGTH,
      querystringParser: (text): Record<keyof RawQuery, string> => ({ text }),
    },
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    closeIfUnread(request.raw, reply.raw);
    void sendCountedError(services, exchangeOf(request, reply), toHttpServerError(error));
  });
  return app;
}

/**
 * Adds the Strict-Transport-Security header to every response, which makes browsers use only HTTPS for later requests.
 */
function assertEncrypted(app: FastifyInstance, encryption: Encryption): void {
  const header = strictTransportHeaders(encryption);
  app.addHook("onRequest", (_request, reply, done) => {
    addHeaders(reply, header);
    done();
  });
}

function noSchemas(): never {
  throw new Error("routes have no schemas of Fastify's");
}

/**
 * Registers parsers for forms. Bodies of other types have no parameters, so they are read and discarded, unless the
 * handler reads them.
 */
function acceptForms(app: FastifyInstance): void {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", (request: FastifyRequest) => {
    const form = new FormParser();
    const received = bodyOf(request)?.read((chunk) => form.write(chunk)) ?? Promise.resolve();
    return received.then(() => form.end());
  });
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest) => {
    const body = bodyOf(request);
    if (!body) throw new MalformedBody();
    const rule = fileRuleOf(request);
    // The operation itself reads the body, after the caller was authorized.
    if (rule && "isStreamed" in rule) return emptyFields;
    const { fields, files } = await parseMultipart(request.headers, body, rule);
    setReceivedFiles(request, files);
    return fields;
  });
  app.addContentTypeParser("*", async (request: FastifyRequest) => {
    if (!isReadByHandler(request)) await bodyOf(request)?.read(() => undefined);
  });
}
