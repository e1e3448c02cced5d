import type { FastifyInstance, HTTPMethods } from "fastify";
import { StreamedBody } from "./streamed-body.ts";
import { bodyOf, exchangeOf, type BodyRouteConfig } from "./request-bodies.ts";
import { closeIfUnread } from "./close-connection.ts";
import { sendOptions, sendUndeclaredResponse } from "./send-response.ts";
import type { Actor, RealmContext } from "./context.ts";
import { countRequest, sendCountedError } from "./request-rate-limits.ts";
import { authenticateCaller } from "./authenticate.ts";
import { InvalidSubdomain, MethodNotAllowed, NotLoggedIn } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Module } from "./module.ts";
import type { Protocol, ProtocolMethodName } from "./protocol.ts";
import { addHeaders } from "./write-response.ts";
import { API_PREFIX } from "./register-routes.ts";
import type { Services } from "./services.ts";

const ROUTED_METHODS: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Registers the protocols that modules serve in addition to the API. */
export function registerProtocols(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  for (const protocol of modules.flatMap(({ protocols = [] }) => protocols)) {
    app.route({
      method: ROUTED_METHODS,
      url: API_PREFIX + protocol.path,
      config: {
        path: protocol.path,
        authorize: (exchange) => authorizeCall(services, exchange),
        allowsLargeBody: () => true,
        handlerReadsBody: true,
      } satisfies BodyRouteConfig,
      handler: (request, reply) => {
        const served = serve(services, protocol, exchangeOf(request, reply));
        bodyOf(request)?.reservation.extendUntil(served);
      },
    });
  }
}

/** Handles a request. Resolves when the response is sent, whether the request succeeded or failed. */
async function serve(services: Services, protocol: Protocol, exchange: Exchange): Promise<void> {
  const { reply, request } = exchange;
  addHeaders(reply, protocol.headers);
  try {
    if (request.method === "OPTIONS") {
      addHeaders(reply, protocol.advertisedHeaders);
      sendOptions(services, exchange, [...allowedMethods(protocol), "OPTIONS"].sort().join(", "));
    } else await handleCall(services, protocol, exchange);
  } catch (error) {
    closeIfUnread(request.raw, reply.raw);
    await sendCountedError(services, exchange, error);
  }
}

async function handleCall(services: Services, protocol: Protocol, exchange: Exchange): Promise<void> {
  const { actor, realm } = await authorizeCall(services, exchange);
  const method = protocol.methods[methodOf(exchange) as ProtocolMethodName];
  if (!method) throw new MethodNotAllowed({ allowed_methods: allowedMethods(protocol) });
  await countRequest(services, method, exchange);
  const { request, reply, segments } = exchange;
  const body = new StreamedBody(bodyOf(request));
  const header = (name: string) => exchange.header(name);
  const call = { actor, realm, now: services.clock.now(), db: services.db, segments, body, header };
  const { status, headers, success } = await method.handle(call);
  closeIfUnread(request.raw, reply.raw);
  sendUndeclaredResponse(services, exchange, { status, headers, success });
}

const allowedMethods = ({ methods }: Protocol): string[] => Object.keys(methods).sort();

/**
 * Returns the effective method. A POST can select another method with a header, because some networks allow only GET
 * and POST.
 */
const methodOf = (exchange: Exchange): string => {
  const { method } = exchange.request;
  return method === "POST" ? (exchange.header("x-http-method-override")?.toUpperCase() ?? method) : method;
};

/**
 * Finds the organization and authenticates the caller. If this was already done before a large body was read, returns
 * that result.
 */
async function authorizeCall(services: Services, exchange: Exchange): Promise<{ actor: Actor; realm: RealmContext }> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.actor) return { realm: exchange.realm, actor: exchange.actor };
  const realm = await services.findRealm(host);
  if (realm === null) throw new InvalidSubdomain();
  exchange.realm = realm;
  const isSafe = methodOf(exchange) === "HEAD";
  const rule = {
    access: "user",
    allowsIncomingWebhooks: true,
    operation: "POST /user_uploads",
    isSafe,
  } as const;
  const actor = await authenticateCaller(rule, realm, exchange.request, services);
  if (actor === null) throw new NotLoggedIn();
  exchange.actor = actor;
  return { realm, actor };
}
