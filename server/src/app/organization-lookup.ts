import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { findRealmByHost, type RealmSite } from "#modules/organizations/core/queries.ts";

/** For how long a host is taken to name the same organization, in milliseconds. Whether that is active is asked anew. */
const CACHE_MS = 1000;
/** Most hosts that are remembered; anybody can make up host names. */
const MAX_CACHED_HOSTS = 10_000;

/** The organization at each host, remembered for a moment: every request asks. */
export function createOrganizationLookup(
  db: Reader,
  site: RealmSite,
  clock: Clock,
): (host: string) => Promise<RealmContext | null> {
  const known = new Map<string, { realm: Promise<RealmContext | null>; until: number }>();
  return (host) => {
    const now = clock.elapsed();
    const entry = known.get(host);
    if (entry && entry.until > now) return entry.realm;
    if (known.size >= MAX_CACHED_HOSTS) known.clear();
    const realm = findRealmByHost(db, host, site);
    known.set(host, { realm, until: now + CACHE_MS });
    const forget = () => known.delete(host);
    realm.then((found) => found ?? forget(), forget);
    return realm;
  };
}
