import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import { refuse, tellMethods, UNDECLARED } from "./conclude.ts";
import { whoAsks } from "./credentials.ts";
import { dispatch } from "./dispatch.ts";
import { MethodNotAllowed, NotFound } from "./errors.ts";
import { Exchange } from "./exchange.ts";
import type { FileRule } from "./files.ts";
import type { Module } from "./module.ts";
import { compileOperation, type Operation } from "./operation.ts";
import type { Services } from "./services.ts";

export const API_PREFIX = "/api/v1";

const routed: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The operations of one path. */
interface Resource {
  readonly path: string;
  readonly operations: Map<string, Operation>;
}

/**
 * Registers every operation. A path answers all methods, so that the path is found first and the method judged then:
 * `PATCH /users/me` is a wrong method there, and not a `PATCH /users/:email`.
 */
export function registerRoutes(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  for (const [pattern, resource] of groupByPath(services, modules)) {
    app.route({
      method: routed,
      url: API_PREFIX + pattern,
      config: { operations: resource.operations },
      handler: (request, reply) => {
        serve(services, resource, new Exchange(request, reply, resource.path));
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    void refuseUnknown(services, new Exchange(request, reply, UNDECLARED));
  });
}

/** Answers what nothing is declared for. The log tells whose program asked, if that can be had. */
async function refuseUnknown(services: Services, exchange: Exchange): Promise<void> {
  if (exchange.path.startsWith(`${API_PREFIX}/`)) await identify(services, exchange).catch(() => undefined);
  refuse(services, exchange, new NotFound());
}

async function identify(services: Services, exchange: Exchange): Promise<void> {
  const { headers, host } = exchange.request;
  if (headers.authorization === undefined) return;
  const realm = await services.findRealm(host);
  if (realm === null) return;
  exchange.realm = realm;
  exchange.actor = await whoAsks(
    { access: "optional", allowsIncomingWebhooks: true },
    realm,
    headers.authorization,
    services.authenticate,
  );
}

interface RouteConfig {
  /** By method. */
  readonly operations?: Resource["operations"];
}

/** Which file a request may bring along, known before its body is read: what its own method takes. */
export const fileRuleOf = ({ routeOptions, method }: FastifyRequest): FileRule | undefined =>
  (routeOptions.config as RouteConfig).operations?.get(method)?.endpoint.file;

function groupByPath({ db, clock }: Services, modules: readonly Module[]): Map<string, Resource> {
  const resources = new Map<string, Resource>();
  for (const endpoint of modules.flatMap(({ endpoints }) => endpoints)) {
    const operation = compileOperation(endpoint, db, clock);
    const { pattern, path, method } = operation;
    const resource = resources.get(pattern) ?? { path, operations: new Map<string, Operation>() };
    if (resource.operations.has(method)) throw new Error(`${endpoint.route} is declared twice`);
    resource.operations.set(method, operation);
    resources.set(pattern, resource);
  }
  return resources;
}

function serve(services: Services, { operations }: Resource, exchange: Exchange): void {
  const { method } = exchange;
  const operation = operations.get(method);
  if (operation) void dispatch(services, operation, exchange);
  else if (method === "OPTIONS") tellMethods(services, exchange, offered(operations));
  else void refuseMethod(services, exchange, [...operations.keys()].sort());
}

async function refuseMethod(services: Services, exchange: Exchange, allowed_methods: string[]): Promise<void> {
  await identify(services, exchange).catch(() => undefined);
  refuse(services, exchange, new MethodNotAllowed({ allowed_methods }));
}

const offered = (operations: Resource["operations"]): string =>
  [...operations.keys(), ...(operations.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
