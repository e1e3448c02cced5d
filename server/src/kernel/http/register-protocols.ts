import type { FastifyInstance, HTTPMethods } from "fastify";
import { ArrivingBytes } from "./streamed-body.ts";
import { bodyOf, exchangeOf, type RouteFacts } from "./request-bodies.ts";
import { closeUnread } from "./close-connection.ts";
import { answerOptions, concludeUndeclared } from "./send-response.ts";
import type { Actor, RealmContext } from "./context.ts";
import { countRequest, refuseCounted } from "./request-rate-limits.ts";
import { whoAsks } from "./authenticate.ts";
import { InvalidSubdomain, MethodNotAllowed, NotLoggedIn } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Module } from "./module.ts";
import type { Protocol, ProtocolMethodName } from "./protocol.ts";
import { answerWith } from "./write-response.ts";
import { API_PREFIX } from "./register-routes.ts";
import type { Services } from "./services.ts";

const routed: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Registers what modules speak beside the API. */
export function registerProtocols(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  for (const protocol of modules.flatMap(({ protocols = [] }) => protocols)) {
    app.route({
      method: routed,
      url: API_PREFIX + protocol.path,
      config: {
        path: protocol.path,
        admit: (exchange) => admit(services, exchange),
        takesLarge: () => true,
        readsItself: true,
      } satisfies RouteFacts,
      handler: (request, reply) => {
        const served = serve(services, protocol, exchangeOf(request, reply));
        bodyOf(request)?.holding.during(served);
      },
    });
  }
}

/** Resolves when all is done, whatever came of it. */
async function serve(services: Services, protocol: Protocol, exchange: Exchange): Promise<void> {
  const { reply, request } = exchange;
  answerWith(reply, protocol.headers);
  try {
    if (request.method === "OPTIONS") {
      answerWith(reply, protocol.offers);
      answerOptions(services, exchange, [...allowed(protocol), "OPTIONS"].sort().join(", "));
    } else await answer(services, protocol, exchange);
  } catch (error) {
    closeUnread(request.raw, reply.raw);
    await refuseCounted(services, exchange, error);
  }
}

async function answer(services: Services, protocol: Protocol, exchange: Exchange): Promise<void> {
  const { actor, realm } = await admit(services, exchange);
  const method = protocol.methods[methodOf(exchange) as ProtocolMethodName];
  if (!method) throw new MethodNotAllowed({ allowed_methods: allowed(protocol) });
  await countRequest(services, method, exchange);
  const { request, reply, segments } = exchange;
  const body = new ArrivingBytes(bodyOf(request));
  const header = (name: string) => exchange.header(name);
  const call = { actor, realm, now: services.clock.now(), db: services.db, segments, body, header };
  const { status, headers, success } = await method.answer(call);
  closeUnread(request.raw, reply.raw);
  concludeUndeclared(services, exchange, { status, headers, success });
}

const allowed = ({ methods }: Protocol): string[] => Object.keys(methods).sort();

/** What is meant: some networks let no other method through than POST. */
const methodOf = (exchange: Exchange): string => {
  const { method } = exchange.request;
  return method === "POST" ? (exchange.header("x-http-method-override")?.toUpperCase() ?? method) : method;
};

/** Finds the organization and who asks; of a large body, before it is read. */
async function admit(services: Services, exchange: Exchange): Promise<{ actor: Actor; realm: RealmContext }> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.actor) return { realm: exchange.realm, actor: exchange.actor };
  const realm = await services.findRealm(host);
  if (realm === null) throw new InvalidSubdomain();
  exchange.realm = realm;
  const onlyLooks = methodOf(exchange) === "HEAD";
  const rule = { access: "user", allowsIncomingWebhooks: true, operation: "POST /user_uploads", onlyLooks } as const;
  const actor = await whoAsks(rule, realm, exchange.request, services);
  if (actor === null) throw new NotLoggedIn();
  exchange.actor = actor;
  return { realm, actor };
}
