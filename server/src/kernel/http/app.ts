import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import { limitBodies } from "./body-budget.ts";
import { refuse, UNDECLARED } from "./conclude.ts";
import { registerDocuments } from "./documents.ts";
import { fromServer } from "./error-reply.ts";
import { Exchange, type RawQuery } from "./exchange.ts";
import { keepFiles } from "./files.ts";
import { parseFields } from "./form.ts";
import { type Readiness, registerHealth } from "./health.ts";
import { MAX_BODY_BYTES, MAX_HEADER_BYTES, MAX_PATH_SEGMENT_LENGTH, REQUEST_TIMEOUT_MS } from "./limits.ts";
import { answerMalformed } from "./malformed.ts";
import type { Module } from "./module.ts";
import { parseMultipart } from "./multipart.ts";
import { requestIds } from "./request-ids.ts";
import { registerResources } from "./resources.ts";
import { fileRuleOf, registerRoutes } from "./routes.ts";
import type { Services } from "./services.ts";

export interface AppOptions extends Services {
  readonly modules: readonly Module[];
  /** How many proxies in front of the server may be believed about the caller's address and the host. Default 0. */
  readonly trustedProxies?: number;
  /** Whether the server can do its work now; asked by `GET /ready`. Default: always. */
  readonly readiness?: Readiness;
}

/** The HTTP server of the API, its documents and its health. It does not listen yet; more routes may be added. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = openServer(options);
  limitBodies(app);
  acceptForms(app);
  registerRoutes(app, options, options.modules);
  registerResources(app, options, options.modules);
  registerDocuments(app, options.modules);
  registerHealth(app, options);
  return app;
}

function openServer(options: AppOptions): FastifyInstance {
  const { trustedProxies = 0 } = options;
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    genReqId: requestIds(),
    // Requests that arrive while the server closes are still answered as what they are.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => {
      refuse(options, new Exchange(request, reply, UNDECLARED), fromServer(error));
    },
    // Routes declare no schemas of Fastify's: parameters are read by ours, and its compilers need not be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: {
      maxParamLength: MAX_PATH_SEGMENT_LENGTH,
      querystringParser: (text): Record<keyof RawQuery, string> => ({ text }),
    },
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    refuse(options, new Exchange(request, reply, request.routeOptions.url ?? UNDECLARED), fromServer(error));
  });
  return app;
}

function noSchemas(): never {
  throw new Error("routes have no schemas of Fastify's");
}

/** Bodies that are no forms hold no parameters: they are read past. */
function acceptForms(app: FastifyInstance): void {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, parseFields(body as string));
  });
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest, message: IncomingMessage) => {
    const { fields, files } = await parseMultipart(message, fileRuleOf(request));
    keepFiles(request, files);
    return fields;
  });
  app.addContentTypeParser("*", (_request, message, done) => {
    message.resume();
    done(null);
  });
}
