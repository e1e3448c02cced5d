import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import { catchMaybe, type MaybePromise, thenMaybe } from "../base/maybe-promise.ts";
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
  /** The error with which the recheck failed, or undefined. */
  readonly rejection: unknown;
}

/**
 * Authorizes a request: finds the organization and the caller, and throws if the caller may not use the endpoint. Does
 * nothing if the request was already authorized, which happens before a large body is read.
 */
export function authorizeRequest(
  services: Services,
  endpoint: Endpoint,
  exchange: Exchange,
): MaybePromise<RealmContext> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.authorizedFor === endpoint) return exchange.realm;
  return thenMaybe(services.findRealm(host), (realm) => {
    if (realm === null) throw endpoint.withoutOrganization?.(host) ?? new InvalidSubdomain();
    exchange.realm = realm;
    return thenMaybe(authorizeCaller(services, endpoint, exchange, realm), () => {
      exchange.authorizedFor = endpoint;
      return realm;
    });
  });
}

/** Authenticates and authorizes the caller with the organization snapshot that the endpoint requires. */
function authorizeCaller(
  services: Services,
  endpoint: Endpoint,
  exchange: Exchange,
  { id }: RealmContext,
): MaybePromise<void> {
  const { snapshots } = services;
  const withCurrent = () => authorizeWith(services, endpoint, exchange, () => snapshots.current(id));
  if (!isRecheckedLater(endpoint)) return withCurrent();
  // A recent snapshot is sufficient, because the authorization is checked again later: under the lock on the log
  // position, when the rows have been read, or before a response that was not deferred. If the recent snapshot rejects
  // the caller, the current snapshot decides.
  return catchMaybe(
    () => authorizeWith(services, endpoint, exchange, () => snapshots.recent(id)),
    (error) => {
      if (!(error instanceof AppError)) throw error;
      return withCurrent();
    },
  );
}

/** Returns whether the operation itself checks later if the organization has changed since the authorization. */
const isRecheckedLater = (endpoint: Endpoint): boolean =>
  endpoint.kind === "group" ||
  (endpoint.kind === "read" && (endpoint.isPositioned === true || endpoint.endsDeferredWithAccess === true));

/** Authenticates and authorizes the caller with the organization snapshot that `find` returns. */
export function authorizeWith(
  doorkeeper: AuthenticationServices,
  endpoint: Endpoint,
  exchange: Exchange,
  find: () => MaybePromise<OrganizationSnapshot>,
): MaybePromise<void> {
  const realm = required(exchange.realm ?? undefined);
  let isKnown = false;
  const snapshot = () =>
    thenMaybe(find(), (found) => {
      exchange.snapshot = found;
      exchange.revision = found.revision;
      isKnown = true;
      return found;
    });
  const caller = authenticateCaller(accessRule(endpoint), realm, exchange.request, doorkeeper, snapshot);
  return thenMaybe(caller, (actor) => {
    exchange.actor = actor;
    // Anonymous callers may be allowed to read data, depending on the organization's settings in the snapshot.
    return isKnown || endpoint.access === "public" ? undefined : thenMaybe(snapshot(), () => undefined);
  });
}
