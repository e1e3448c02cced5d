import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import { TurnLimiter } from "../base/turn-limiter.ts";
import { authorizeRequest } from "./authorize-request.ts";
import { bodyOf, exchangeOf, type BodyRouteConfig } from "./request-bodies.ts";
import { sendOptions } from "./send-response.ts";
import { sendCountedError } from "./request-rate-limits.ts";
import { accessErrors, authenticateCaller } from "./authenticate.ts";
import { dispatch } from "./dispatch.ts";
import { MethodNotAllowed, NotFound } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { FileRule, StreamRule } from "./uploaded-files.ts";
import type { Module } from "./module.ts";
import { compileOperation, type Operation } from "./operation.ts";
import type { Services } from "./services.ts";

/** Path prefix of the API. */
export const API_PREFIX = "/api/v1";

/** Second path prefix of the API, which web clients of the other brand use. */
const ALIAS_PREFIX = "/json";

/** Paths below the second prefix at which a different operation is served than at the same path below the first. */
const BROWSER_ONLY_PATHS = ["/json/fetch_api_key"];

/** Returns the canonical path of a request, because each operation of the API can be reached at two paths. */
export function normalizeApiPath(url: string): string {
  if (!url.startsWith(`${ALIAS_PREFIX}/`)) return url;
  const isOther = BROWSER_ONLY_PATHS.includes(url.split("?", 1)[0] ?? "");
  return API_PREFIX + (isOther ? url : url.slice(ALIAS_PREFIX.length));
}

/**
 * Maximum number of requests for operations with deferred results, such as polls, that start in one turn of the event
 * loop. When an event has been sent to ten thousand waiting polls, all clients poll again at almost the same time, and
 * Node passes on everything that was received in one turn.
 */
const MAX_DEFERRABLE_PER_TURN = 200;

const ROUTED_METHODS: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A path with its operations, by method. */
interface Resource {
  readonly path: string;
  readonly operations: Map<string, Operation>;
}

/**
 * Registers every operation. Each path is registered for all methods, so the path is matched first and the method is
 * checked afterwards: `PATCH /users/me` is then a wrong method for `/users/me`, and does not match `PATCH
 * /users/:email`.
 */
export function registerRoutes(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  const deferrable = new TurnLimiter(MAX_DEFERRABLE_PER_TURN);
  for (const [pattern, resource] of groupByPath(services, modules)) {
    app.route({
      method: ROUTED_METHODS,
      url: API_PREFIX + pattern,
      config: {
        path: resource.path,
        authorize: (exchange) => authorizeEarly(services, resource, exchange),
        allowsLargeBody: (method) => isStreamed(resource, method),
        operations: resource.operations,
      } satisfies RouteConfig,
      handler: (request, reply) => {
        const exchange = exchangeOf(request, reply);
        const start = () => {
          const served = serve(services, resource, exchange);
          bodyOf(request)?.reservation.extendUntil(served);
        };
        if (isDeferrable(resource, exchange)) deferrable.run(start);
        else start();
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    void sendNotFound(services, exchangeOf(request, reply));
  });
}

/**
 * Responds to a request for an undeclared path. Identifies the caller if possible, so that the log names the user whose
 * program sends such requests.
 */
async function sendNotFound(services: Services, exchange: Exchange): Promise<void> {
  if (exchange.path.startsWith(`${API_PREFIX}/`)) await identify(services, exchange).catch(() => undefined);
  await sendCountedError(services, exchange, new NotFound());
}

async function identify(services: Services, exchange: Exchange): Promise<void> {
  const { host } = exchange.request;
  const realm = await services.findRealm(host);
  if (realm === null) return;
  exchange.realm = realm;
  exchange.actor = await authenticateCaller(
    { access: "optional", allowsIncomingWebhooks: true, operation: "", isSafe: true },
    realm,
    exchange.request,
    services,
  );
}

interface RouteConfig extends BodyRouteConfig {
  /** The operations of the path, by method. */
  readonly operations?: Resource["operations"];
}

/**
 * Returns the rule for a file in the request's body, before the body is read. It is the rule of the request's own
 * method, not of a method that the body may select.
 */
export const fileRuleOf = ({ routeOptions, method }: FastifyRequest): FileRule | StreamRule | undefined =>
  (routeOptions.config as RouteConfig).operations?.get(method)?.endpoint.file;

const isStreamed = ({ operations }: Resource, method: string): boolean => {
  const rule = operations.get(method)?.endpoint.file;
  return rule !== undefined && "isStreamed" in rule;
};

/** Returns whether a request is for an operation whose result is usually deferred. */
function isDeferrable({ operations }: Resource, exchange: Exchange): boolean {
  const endpoint = operations.get(exchange.method)?.endpoint;
  return endpoint?.kind === "read" && endpoint.isPositioned !== true && endpoint.endsDeferredWithAccess === true;
}

function groupByPath(services: Services, modules: readonly Module[]): Map<string, Resource> {
  const resources = new Map<string, Resource>();
  for (const endpoint of modules.flatMap(({ endpoints }) => endpoints)) {
    const operation = compileOperation(endpoint, services);
    const { pattern, path, method } = operation;
    const resource = resources.get(pattern) ?? { path, operations: new Map<string, Operation>() };
    if (resource.operations.has(method)) throw new Error(`${endpoint.route} is declared twice`);
    resource.operations.set(method, operation);
    resources.set(pattern, resource);
  }
  return resources;
}

/** Handles a request. Resolves when the response is sent, whether the request succeeded or failed. */
function serve(services: Services, { operations }: Resource, exchange: Exchange): Promise<void> {
  const { method } = exchange;
  const operation = operations.get(method);
  if (operation) return dispatch(services, operation, exchange);
  if (method !== "OPTIONS") return sendMethodNotAllowed(services, operations, exchange);
  sendOptions(services, exchange, allowedMethods(operations));
  return Promise.resolve();
}

async function sendMethodNotAllowed(
  services: Services,
  operations: Resource["operations"],
  exchange: Exchange,
): Promise<void> {
  await identify(services, exchange).catch(() => undefined);
  await sendCountedError(services, exchange, methodNotAllowed(operations));
}

/**
 * Authorizes a request whose body has not been read. The body of a POST may select another method, so it is sufficient
 * here that the caller may use any of the path's operations. The selected operation is checked after the body was read.
 */
async function authorizeEarly(services: Services, { operations }: Resource, exchange: Exchange): Promise<void> {
  const { method } = exchange.request;
  if (method === "OPTIONS") return;
  const meant = operations.get(method === "HEAD" ? "GET" : method);
  const others = method === "POST" ? [...operations.values()].filter((operation) => operation !== meant) : [];
  let refusal: Error | undefined;
  for (const { endpoint } of [...(meant ? [meant] : []), ...others]) {
    try {
      await authorizeRequest(services, endpoint, exchange);
      return;
    } catch (error) {
      refusal ??= error as Error;
      const isOfTheirRole = accessErrors(endpoint).some((Refusal) => error instanceof Refusal);
      if (!isOfTheirRole) break;
    }
  }
  throw refusal ?? methodNotAllowed(operations);
}

const methodNotAllowed = (operations: Resource["operations"]) =>
  new MethodNotAllowed({ allowed_methods: [...operations.keys()].sort() });

const allowedMethods = (operations: Resource["operations"]): string =>
  [...operations.keys(), ...(operations.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
