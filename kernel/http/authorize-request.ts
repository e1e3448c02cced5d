import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import { required } from "../base/required.ts";
import type { RealmContext } from "./context.ts";
import { accessRule, type AuthenticationServices, authenticateCaller } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { InvalidSubdomain } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Services } from "./services.ts";

/** The organization snapshot with which a request was authorized. */
export interface Authorization {
  readonly snapshot: OrganizationSnapshot;
  readonly revision: number;
  /** Authorizes the request again, with a newer organization snapshot. Rejects if the request is no longer allowed. */
  recheck(snapshot: OrganizationSnapshot): Promise<void>;
}

/**
 * Authorizes a request: finds the organization and the caller, and throws if the caller may not use the endpoint. Does
 * nothing if the request was already authorized, which happens before a large body is read.
 */
export async function authorizeRequest(
  services: Services,
  endpoint: Endpoint,
  exchange: Exchange,
): Promise<RealmContext> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.authorizedFor === endpoint) return exchange.realm;

  // Find the organization.
  const realm = await services.findRealm(host);
  if (realm === null) throw endpoint.withoutOrganization?.(host) ?? new InvalidSubdomain();
  exchange.realm = realm;

  // Authenticate and authorize the caller.
  const { snapshots } = services;
  const asItIs = () => snapshots.current(realm.id);
  if (isRecheckedLater(endpoint)) {
    // A recent snapshot is sufficient, because the authorization is checked again later: under the lock on the log
    // position, or when the rows have been read. If the recent snapshot rejects the caller, the current snapshot
    // decides.
    await authorizeWith(services, endpoint, exchange, () => snapshots.recent(realm.id)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return authorizeWith(services, endpoint, exchange, asItIs);
    });
  } else await authorizeWith(services, endpoint, exchange, asItIs);

  exchange.authorizedFor = endpoint;
  return realm;
}

/** Returns whether the operation itself checks later if the organization has changed since the authorization. */
const isRecheckedLater = (endpoint: Endpoint): boolean =>
  endpoint.kind === "group" || (endpoint.kind === "read" && endpoint.isPositioned === true);

/** Authenticates and authorizes the caller with the organization snapshot that `find` returns. */
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
  // Anonymous callers may be allowed to read data, depending on the organization's settings in the snapshot.
  if (!isKnown && endpoint.access !== "public") await snapshot();
}
