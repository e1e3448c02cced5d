import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import { required } from "../base/required.ts";
import type { RealmContext } from "./context.ts";
import { accessRule, type AuthenticationServices, authenticateCaller } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { InvalidSubdomain } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Services } from "./services.ts";

/** The organization snapshot by which a request was authorized. */
export interface Authorization {
  readonly snapshot: OrganizationSnapshot;
  readonly revision: number;
  /** Authorizes the request again, by the organization as it is now. Rejects if the request is no longer allowed. */
  recheck(snapshot: OrganizationSnapshot): Promise<void>;
}

/**
 * Authorizes a request: finds the organization and the caller, and throws if the endpoint is not open to the caller. If
 * this was already done before a large body was read, it is not repeated.
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
    // A recent snapshot is enough, because it is checked again under the lock, or with the rows that were read. If that
    // snapshot rejects the caller, the current one decides.
    await authorizeWith(services, endpoint, exchange, () => snapshots.recent(realm.id)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return authorizeWith(services, endpoint, exchange, asItIs);
    });
  } else await authorizeWith(services, endpoint, exchange, asItIs);

  exchange.authorizedFor = endpoint;
  return realm;
}

/** Whether the operation itself checks if the organization has changed in the meantime. */
const isRecheckedLater = (endpoint: Endpoint): boolean =>
  endpoint.kind === "group" || (endpoint.kind === "read" && endpoint.isPositioned === true);

/** Authenticates the caller, by the organization snapshot that `find` returns. */
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
  // Without credentials, data may still be readable, depending on the organization's settings.
  if (!isKnown && endpoint.access !== "public") await snapshot();
}
