import type { FastifyInstance, HTTPMethods } from "fastify";
import { exchangeOf, type BodyRouteConfig } from "./request-bodies.ts";
import { sendResponse, sendOptions } from "./send-response.ts";
import { countAnonymousFile, sendCountedError } from "./request-rate-limits.ts";
import type { Actor, RealmContext } from "./context.ts";
import { authenticateCaller } from "./authenticate.ts";
import { InvalidSubdomain, MethodNotAllowed, NotFound } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { sendFile, sendMessagePage } from "./send-file.ts";
import { createContextFactory } from "./handler-context.ts";
import type { Module } from "./module.ts";
import type { ResponseHeaders } from "./write-response.ts";
import type { InlineContent, Resource } from "./resource.ts";
import { createContentPolicy } from "./security-headers.ts";
import type { Services } from "./services.ts";

const routed: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Registers the resources that modules serve outside of the API. */
export function registerResources(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  for (const resource of modules.flatMap(({ resources = [] }) => resources)) {
    app.route({
      method: routed,
      url: resource.path,
      config: { path: resource.path, authorize: assertReadMethod } satisfies BodyRouteConfig,
      handler: (request, reply) => {
        const exchange = exchangeOf(request, reply);
        if (request.method === "OPTIONS") sendOptions(services, exchange, "GET, HEAD, OPTIONS");
        else
          void serveResource(services, resource, exchange).catch((error: unknown) =>
            sendCountedError(services, exchange, error),
          );
      },
    });
  }
}

async function assertReadMethod({ request: { method } }: Exchange): Promise<void> {
  if (method !== "GET" && method !== "HEAD") throw new MethodNotAllowed({ allowed_methods: ["GET"] });
}

async function serveResource(services: Services, resource: Resource, exchange: Exchange): Promise<void> {
  await assertReadMethod(exchange);
  const { host } = exchange.request;
  const realm = await services.findRealm(host);
  if (realm === null) throw new InvalidSubdomain();
  exchange.realm = realm;
  exchange.actor = resource.access === "optional" ? await authenticateVisitor(services, exchange, realm) : null;
  await countAnonymousFile(services, resource, exchange);
  const found = await resource.find(
    createContextFactory(services, exchange, realm)(),
    exchange.segments,
    exchange.parseQuery(),
  );
  if (found === null) throw new NotFound();
  if ("to" in found) sendRedirect(services, exchange, found.to);
  else if ("open" in found) await sendFile(services, exchange, found);
  else if ("text" in found) sendMessagePage(services, exchange, found);
  else sendInlineContent(services, exchange, found);
}

/**
 * Authenticates the caller of a resource. An API key in the URL is accepted too, because for pictures, some programs
 * can only use a URL.
 */
async function authenticateVisitor(services: Services, exchange: Exchange, realm: RealmContext): Promise<Actor | null> {
  const { request } = exchange;
  const { api_key: key } = exchange.parseQuery();
  const rule = { access: "optional", allowsIncomingWebhooks: true, operation: "GET files", isSafe: true } as const;
  if (key !== undefined && request.headers.authorization === undefined) {
    return services.authenticate(realm, null, key, { allowsIncomingWebhooks: true, rule });
  }
  return authenticateCaller(rule, realm, request, services);
}

function sendRedirect(services: Services, exchange: Exchange, to: string): void {
  sendResponse(services, exchange, { status: 302, contentType: "text/plain", body: "", headers: { location: to } });
}

/**
 * Sends a resource whose URL changes with its content. The content at a URL never changes, so clients need not request
 * it again.
 */
function sendInlineContent(services: Services, exchange: Exchange, { contentType, bytes, tag }: InlineContent): void {
  const etag = `"${tag}"`;
  const headers: ResponseHeaders = {
    etag,
    "content-length": String(bytes.length),
    "cache-control": "public, max-age=31536000, immutable",
    // If the picture is opened as a page, the page can only show it.
    "content-security-policy": createContentPolicy({ sandbox: "" }),
  };
  const isKnown = exchange
    .header("if-none-match")
    ?.split(/\s*,\s*/)
    .some((one) => one.replace(/^W\//, "") === etag);
  sendResponse(services, exchange, { status: isKnown ? 304 : 200, contentType, body: isKnown ? "" : bytes, headers });
}
