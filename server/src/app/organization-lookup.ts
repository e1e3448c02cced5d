import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { findRealmByHost, type RealmSite } from "#modules/organizations/core/queries.ts";

/**
 * Time for which the organization found for a host is cached, in milliseconds. A deactivation takes effect at once,
 * because it is checked separately, without this cache.
 */
const CACHE_MS = 1000;
/** Maximum number of cached hosts. A limit is needed because clients can make up host names. */
const MAX_CACHED_HOSTS = 10_000;

interface CachedOrganization {
  /** A promise while the organization is being looked up. */
  realm: MaybePromise<RealmContext | null>;
  readonly until: number;
}

/**
 * Returns a function that finds the organization at a host. Organizations that were found are cached briefly, because
 * every request needs one.
 */
export function createOrganizationLookup(
  db: Reader,
  site: RealmSite,
  clock: Clock,
): (host: string) => MaybePromise<RealmContext | null> {
  const known = new Map<string, CachedOrganization>();
  return (host) => {
    const now = clock.elapsed();
    const entry = known.get(host);
    if (entry && entry.until > now) return entry.realm;
    if (known.size >= MAX_CACHED_HOSTS) known.clear();
    const realm = findRealmByHost(db, host, site);
    const added: CachedOrganization = { realm, until: now + CACHE_MS };
    known.set(host, added);
    const forget = () => known.delete(host);
    realm.then((found) => (found ? (added.realm = found) : forget()), forget);
    return realm;
  };
}
