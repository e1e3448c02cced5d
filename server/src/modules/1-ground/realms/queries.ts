import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { hostname, realmUrl, type Site, subdomainAt } from "./hosts.ts";
import { type RealmSettings, settingsOf } from "./settings.ts";

/** What all organizations of a server have in common. */
export type RealmSite = Site & Pick<RealmContext, "gravatar" | "webPublicChannels">;

/**
 * The organization at a host, as the `Host` header names it: by a host of its own, by a subdomain, or at the site itself.
 * Deactivated ones are found too. Null if there is none.
 */
export async function findRealmByHost(db: Reader, host: string, site: RealmSite): Promise<RealmContext | null> {
  const name = hostname(host);
  if (name === null) return null;
  const subdomain = subdomainAt(name, site);
  const realm = await db
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("subdomain", "is not", null)
    .where((is) => is.or([is("host", "=", name), ...(subdomain === null ? [] : [is("subdomain", "=", subdomain)])]))
    .orderBy(
      (by) => by("host", "=", name),
      (order) => order.desc().nullsLast(),
    )
    .limit(1)
    .executeTakeFirst();
  if (!realm || realm.subdomain === null) return null;
  const { id, ...address } = { ...realm, subdomain: realm.subdomain };
  const { gravatar, webPublicChannels } = site;
  return { id, subdomain: address.subdomain, url: realmUrl(address, site), gravatar, webPublicChannels };
}

/** An organization's settings, those at their defaults included. */
export async function realmSettings(db: Reader, realmId: number): Promise<RealmSettings> {
  const { settings } = await db
    .selectFrom("realm")
    .select("settings")
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  return settingsOf(settings);
}

/** The mail domains of an organization, in the order in which they were added. */
export const realmDomains = (db: Reader, realmId: number): Promise<RealmDomain[]> =>
  db
    .selectFrom("realm_domain")
    .select(["domain", "allow_subdomains"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
