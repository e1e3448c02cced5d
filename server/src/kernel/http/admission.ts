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
  const { headers, host } = exchange.request;
  if (exchange.realm && exchange.admittedTo === endpoint) return exchange.realm;

  // The organization.
  const realm = await services.findRealm(host);
  if (realm === null) throw endpoint.withoutOrganization?.(host) ?? new InvalidSubdomain();
  exchange.realm = realm;

  // Who asks, and whether they may.
  exchange.actor = await whoAsks(endpoint, realm, headers.authorization, services.authenticate);

  exchange.admittedTo = endpoint;
  return realm;
}
