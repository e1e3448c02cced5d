import type { RealmContext } from "./context.ts";
import { whoAsks } from "./credentials.ts";
import type { Endpoint } from "./endpoint.ts";
import { InvalidSubdomain } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Services } from "./services.ts";

/**
 * Lets a request in: finds the organization and who asks, and refuses those to whom the endpoint is not open. Where that
 * had to be known before a large body was read, it was done then, and is not done again.
 */
export async function admit(services: Services, endpoint: Endpoint, exchange: Exchange): Promise<RealmContext> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.admittedTo === endpoint) return exchange.realm;

  // The organization.
  const realm = await services.findRealm(host);
  if (realm === null) throw endpoint.withoutOrganization?.(host) ?? new InvalidSubdomain();
  exchange.realm = realm;

  // Who asks, and whether they may. What shares a transaction is decided once more in it, if need be.
  if (endpoint.access !== "public") {
    const { directories } = services;
    exchange.directory = await (endpoint.kind === "group" ? directories.lately(realm.id) : directories.now(realm.id));
  }
  await letIn(services, endpoint, exchange, realm);

  exchange.admittedTo = endpoint;
  return realm;
}

/** Finds out who asks, by the organization as the exchange knows it. */
export async function letIn(
  services: Pick<Services, "authenticate">,
  endpoint: Endpoint,
  exchange: Exchange,
  realm: RealmContext,
): Promise<void> {
  const { authorization } = exchange.request.headers;
  exchange.revision = exchange.directory?.revision ?? 0;
  exchange.actor = await whoAsks(
    endpoint,
    realm,
    authorization,
    services.authenticate,
    exchange.directory ?? undefined,
  );
}
