import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
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

/** Path prefix at which web clients expect the API. */
const ALIAS_PREFIX = "/json";

/** Paths below the alias prefix that are separate operations, not those of the same name. */
const BROWSER_ONLY_PATHS = ["/json/fetch_api_key"];

/** Returns the canonical path of a request: the operations of the API have two paths. */
export function normalizeApiPath(url: string): string {
  if (!url.startsWith(`${ALIAS_PREFIX}/`)) return url;
  const isOther = BROWSER_ONLY_PATHS.includes(url.split("?", 1)[0] ?? "");
  return API_PREFIX + (isOther ? url : url.slice(ALIAS_PREFIX.length));
}

const ROUTED_METHODS: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The operations of one path. */
interface Resource {
  readonly path: string;
  readonly operations: Map<string, Operation>;
}

/**
 * Registers every operation. A path accepts all methods, so that the path is matched first and the method checked then:
 * `PATCH /users/me` is a wrong method there, and not a `PATCH /users/:email`.
 */
export function registerRoutes(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
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
        const served = serve(services, resource, exchangeOf(request, reply));
        bodyOf(request)?.reservation.extendUntil(served);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    void sendNotFound(services, exchangeOf(request, reply));
  });
}

/**
 * Responds to a request for an undeclared path. The log names the user of the calling program if that can be
 * determined.
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
  /** By method. */
  readonly operations?: Resource["operations"];
}

/**
 * Returns the rule for the file that a request may contain, known before its body is read: the rule of its own method.
 */
export const fileRuleOf = ({ routeOptions, method }: FastifyRequest): FileRule | StreamRule | undefined =>
  (routeOptions.config as RouteConfig).operations?.get(method)?.endpoint.file;

const isStreamed = ({ operations }: Resource, method: string): boolean => {
  const rule = operations.get(method)?.endpoint.file;
  return rule !== undefined && "isStreamed" in rule;
};

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

/** Resolves when everything is done, whether it succeeded or failed. */
async function serve(services: Services, { operations }: Resource, exchange: Exchange): Promise<void> {
  const { method } = exchange;
  const operation = operations.get(method);
  if (operation) await dispatch(services, operation, exchange);
  else if (method === "OPTIONS") sendOptions(services, exchange, allowedMethods(operations));
  else {
    await identify(services, exchange).catch(() => undefined);
    await sendCountedError(services, exchange, methodNotAllowed(operations));
  }
}

/**
 * Authorizes a request whose body has not been read. The body of a POST may select another method, so here it is enough
 * that any of the path's operations is open to the caller. The selected one is checked later.
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
