import type { FastifyInstance, HTTPMethods } from "fastify";
import { exchangeOf, type RouteFacts } from "./request-bodies.ts";
import { conclude, answerOptions } from "./send-response.ts";
import { countVisit, refuseCounted } from "./request-rate-limits.ts";
import type { Actor, RealmContext } from "./context.ts";
import { whoAsks } from "./authenticate.ts";
import { InvalidSubdomain, MethodNotAllowed, NotFound } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { deliverFile, tell } from "./send-file.ts";
import { contextMaker } from "./handler-context.ts";
import type { Module } from "./module.ts";
import type { Headers } from "./write-response.ts";
import type { Content, Resource } from "./resource.ts";
import { contentPolicy } from "./security-headers.ts";
import type { Services } from "./services.ts";

const routed: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Registers what modules serve outside of the API. */
export function registerResources(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  for (const resource of modules.flatMap(({ resources = [] }) => resources)) {
    app.route({
      method: routed,
      url: resource.path,
      config: { path: resource.path, admit: mustBeRead } satisfies RouteFacts,
      handler: (request, reply) => {
        const exchange = exchangeOf(request, reply);
        if (request.method === "OPTIONS") answerOptions(services, exchange, "GET, HEAD, OPTIONS");
        else
          void serve(services, resource, exchange).catch((error: unknown) => refuseCounted(services, exchange, error));
      },
    });
  }
}

async function mustBeRead({ request: { method } }: Exchange): Promise<void> {
  if (method !== "GET" && method !== "HEAD") throw new MethodNotAllowed({ allowed_methods: ["GET"] });
}

async function serve(services: Services, resource: Resource, exchange: Exchange): Promise<void> {
  await mustBeRead(exchange);
  const { host } = exchange.request;
  const realm = await services.findRealm(host);
  if (realm === null) throw new InvalidSubdomain();
  exchange.realm = realm;
  exchange.actor = resource.access === "optional" ? await visitor(services, exchange, realm) : null;
  await countVisit(services, resource, exchange);
  const found = await resource.find(
    contextMaker(services, exchange, realm)(),
    exchange.segments,
    exchange.parseQuery(),
  );
  if (found === null) throw new NotFound();
  if ("to" in found) redirect(services, exchange, found.to);
  else if ("open" in found) await deliverFile(services, exchange, found);
  else if ("text" in found) tell(services, exchange, found);
  else deliver(services, exchange, found);
}

/** Pictures have to be shown by programs that can name an address and nothing else, so that there are other ways. */
async function visitor(services: Services, exchange: Exchange, realm: RealmContext): Promise<Actor | null> {
  const { request } = exchange;
  const { api_key: key } = exchange.parseQuery();
  const door = { access: "optional", allowsIncomingWebhooks: true, operation: "GET files", onlyLooks: true } as const;
  if (key !== undefined && request.headers.authorization === undefined) {
    return services.authenticate(realm, null, key, { incomingWebhooks: true, door });
  }
  return whoAsks(door, realm, request, services);
}

function redirect(services: Services, exchange: Exchange, to: string): void {
  conclude(services, exchange, { status: 302, contentType: "text/plain", body: "", headers: { location: to } });
}

/** A resource with a versioned name never changes, so clients that have it need not ask again. */
function deliver(services: Services, exchange: Exchange, { contentType, bytes, tag }: Content): void {
  const etag = `"${tag}"`;
  const headers: Headers = {
    etag,
    "content-length": String(bytes.length),
    "cache-control": "public, max-age=31536000, immutable",
    // Opened by itself, it is a picture and nothing else.
    "content-security-policy": contentPolicy({ sandbox: "" }),
  };
  const isKnown = exchange
    .header("if-none-match")
    ?.split(/\s*,\s*/)
    .some((one) => one.replace(/^W\//, "") === etag);
  conclude(services, exchange, { status: isKnown ? 304 : 200, contentType, body: isKnown ? "" : bytes, headers });
}
