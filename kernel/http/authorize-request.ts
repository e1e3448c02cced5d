import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import { required } from "../base/required.ts";
import type { RealmContext } from "./context.ts";
import { accessRule, type AuthenticationServices, authenticateCaller } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { InvalidSubdomain } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Services } from "./services.ts";

/** The organization by which a request was let in. */
export interface Authorization {
  readonly snapshot: OrganizationSnapshot;
  readonly revision: number;
  /** Decides it anew by the organization as it is now. Rejects where the request is not to come in any more. */
  recheck(snapshot: OrganizationSnapshot): Promise<void>;
}

/**
 * Lets a request in: finds the organization and who asks, and refuses those to whom the endpoint is not open. Where that
 * had to be known before a large body was read, it was done then, and is not done again.
 */
export async function authorizeRequest(
  services: Services,
  endpoint: Endpoint,
  exchange: Exchange,
): Promise<RealmContext> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.authorizedFor === endpoint) return exchange.realm;

  // The organization.
  const realm = await services.findRealm(host);
  if (realm === null) throw endpoint.withoutOrganization?.(host) ?? new InvalidSubdomain();
  exchange.realm = realm;

  // Who asks, and whether they may.
  const { snapshots } = services;
  const asItIs = () => snapshots.current(realm.id);
  if (isRecheckedLater(endpoint)) {
    // Under the lock, or with the rows that were read, if need be. Whom that would refuse is looked at by what holds now.
    await authorizeWith(services, endpoint, exchange, () => snapshots.recent(realm.id)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return authorizeWith(services, endpoint, exchange, asItIs);
    });
  } else await authorizeWith(services, endpoint, exchange, asItIs);

  exchange.authorizedFor = endpoint;
  return realm;
}

/** Whether the work itself finds out if the organization has moved on since. */
const isRecheckedLater = (endpoint: Endpoint): boolean =>
  endpoint.kind === "group" || (endpoint.kind === "read" && endpoint.isPositioned === true);

/** Finds out who asks, by the organization as `find` has it. */
export async function authorizeWith(
  doorkeeper: AuthenticationServices,
  endpoint: Endpoint,
  exchange: Exchange,
  find: () => OrganizationSnapshot | Promise<OrganizationSnapshot>,
): Promise<void> {
  const realm = required(exchange.realm ?? undefined);
  let isKnown = false;
  const snapshot = async () => {
    exchange.snapshot = await find();
    exchange.revision = exchange.snapshot.revision;
    isKnown = true;
    return exchange.snapshot;
  };
  exchange.actor = await authenticateCaller(accessRule(endpoint), realm, exchange.request, doorkeeper, snapshot);
  // Without credentials, something may still be read, by what the organization allows.
  if (!isKnown && endpoint.access !== "public") await snapshot();
}
