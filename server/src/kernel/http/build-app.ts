import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import type { Metrics } from "../metrics.ts";
import { bodyOf, exchangeOf, isReadByHandler, limitBodies } from "./request-bodies.ts";
import type { BodyBudget } from "./body-budget.ts";
import { limitClients } from "./client-limits.ts";
import { closeUnread } from "./close-connection.ts";
import { UNDECLARED } from "./send-response.ts";
import { refuseCounted } from "./request-rate-limits.ts";
import { registerDocuments } from "./api-documents.ts";
import { fromServer } from "./error-response.ts";
import { type Encryption, secureServers, strictTransport } from "./encryption.ts";
import { MalformedBody } from "./errors.ts";
import { Exchange, type RawQuery } from "./exchange.ts";
import { keepFiles } from "./uploaded-files.ts";
import { FormReader, noFields } from "./form.ts";
import { type Readiness, registerHealth } from "./health.ts";
import { LargeWorkQueue } from "./large-work-queue.ts";
import {
  ANSWER_PATIENCE_MS,
  type ClientBounds,
  HEADERS_TIMEOUT_MS,
  MAX_ANSWERS_BYTES,
  MAX_HEADER_BYTES,
  MAX_PATH_SEGMENT_LENGTH,
  REQUEST_TIMEOUT_MS,
  usualBounds,
} from "./limits.ts";
import { answerMalformed } from "./malformed-requests.ts";
import type { Module } from "./module.ts";
import { parseMultipart } from "./multipart.ts";
import { Outbox, type OutboxLimits } from "./response-backlog.ts";
import { registerProtocols } from "./register-protocols.ts";
import { answerWith } from "./write-response.ts";
import { requestIds } from "./request-ids.ts";
import { registerResources } from "./register-resources.ts";
import { addressOf, fileRuleOf, registerRoutes } from "./register-routes.ts";
import type { Services } from "./services.ts";
import { noAliases } from "./wire-aliases.ts";

export interface AppOptions
  extends Omit<Services, "largeWork" | "wireAliases">, Partial<Pick<Services, "wireAliases">> {
  readonly modules: readonly Module[];
  /** How many proxies in front of the server may be believed about the caller's address and the host. Default 0. */
  readonly trustedProxies?: number;
  /** How it encrypts. Default: not at all. */
  readonly encryption?: Encryption | undefined;
  /** What answers may take before their clients have read them. Default: the defaults of the settings. */
  readonly outbox?: OutboxLimits;
  /** What clients may take of the server. Default: the usual. */
  readonly bounds?: Partial<ClientBounds>;
  /** Whether the server can do its work now; asked by `GET /ready`. Default: always. */
  readonly readiness?: Readiness;
}

/** The HTTP server of the API, its documents and its health. It does not listen yet; more routes may be added. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const services: Services = { wireAliases: noAliases, ...options, largeWork: new LargeWorkQueue() };
  const app = openServer(options, services);
  const outbox = new Outbox(options.outbox ?? { bytes: MAX_ANSWERS_BYTES, patienceMs: ANSWER_PATIENCE_MS });
  app.decorate("outbox", outbox);
  const bounds = { ...usualBounds, ...options.bounds };
  if (options.encryption) requireEncryption(app, options.encryption);
  limitClients(app, bounds, options.trustedProxies ?? 0);
  const bodies = limitBodies(app, bounds);
  if (options.metrics) showWorkUnderWay(options.metrics, outbox, bodies);
  acceptForms(app);
  registerRoutes(app, services, options.modules);
  registerResources(app, services, options.modules);
  registerProtocols(app, services, options.modules);
  registerDocuments(app, options.modules);
  registerHealth(app, options);
  return app;
}

/** What is 0 whenever nothing is under way. */
function showWorkUnderWay({ showGauge }: Metrics, outbox: Outbox, bodies: BodyBudget): void {
  showGauge("parlance_answers_unread_bytes", "Response bytes that clients have not read yet", () => outbox.held);
  showGauge("parlance_request_bodies", "Requests with a body in progress", () => bodies.requests);
  showGauge("parlance_request_bodies_bytes", "Memory used by these bodies, in bytes", () => bodies.used);
}

function openServer({ trustedProxies = 0, encryption }: AppOptions, services: Services): FastifyInstance {
  const app = Fastify({
    ...(encryption && { serverFactory: secureServers(encryption) }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    genReqId: requestIds(),
    // Requests that arrive while the server closes are still answered as what they are.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = "/" }) => addressOf(url),
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => {
      closeUnread(request.raw, reply.raw);
      void refuseCounted(services, new Exchange(request, reply, UNDECLARED), fromServer(error));
    },
    // Routes declare no schemas of Fastify's: parameters are read by ours, and its compilers need not be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: {
      maxParamLength: MAX_PATH_SEGMENT_LENGTH,
      querystringParser: (text): Record<keyof RawQuery, string> => ({ text }),
    },
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    closeUnread(request.raw, reply.raw);
    void refuseCounted(services, exchangeOf(request, reply), fromServer(error));
  });
  return app;
}

/** Has browsers come back with encryption alone. */
function requireEncryption(app: FastifyInstance, encryption: Encryption): void {
  const header = strictTransport(encryption);
  app.addHook("onRequest", (_request, reply, done) => {
    answerWith(reply, header);
    done();
  });
}

function noSchemas(): never {
  throw new Error("routes have no schemas of Fastify's");
}

/** Bodies that are no forms hold no parameters: they are read past. */
function acceptForms(app: FastifyInstance): void {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", async (request: FastifyRequest) => {
    const form = new FormReader();
    await bodyOf(request)?.read((chunk) => form.write(chunk));
    return form.end();
  });
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest) => {
    const body = bodyOf(request);
    if (!body) throw new MalformedBody();
    const rule = fileRuleOf(request);
    // The operation reads it itself, once it is known that it may.
    if (rule && "isStreamed" in rule) return noFields;
    const { fields, files } = await parseMultipart(request.headers, body, rule);
    keepFiles(request, files);
    return fields;
  });
  app.addContentTypeParser("*", async (request: FastifyRequest) => {
    if (!isReadByHandler(request)) await bodyOf(request)?.read(() => undefined);
  });
}
