import { sql } from "kysely";
import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { formerSubdomainKey, hostname, realmUrl, type Site, subdomainAt } from "./hosts.ts";
import { type RealmSettings, resolveRealmSettings } from "./organization-settings.ts";

/** Properties that all organizations of a server share. */
export type RealmSite = Site & Pick<RealmContext, "gravatar" | "webPublicChannels">;

/** Whether this server has an organization. */
export async function hasRealm(db: Reader): Promise<boolean> {
  return (await db.selectFrom("realm").select("id").where("subdomain", "is not", null).limit(1).execute()).length > 0;
}

/**
 * Finds the organization for a `Host` header: by its own host, by its subdomain, or at the site itself. Otherwise finds
 * the organization that was formerly at this address. Deactivated organizations are found too. Null if there never was
 * one.
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
  const found = realm ?? (subdomain === null ? undefined : await findRealmByFormerSubdomain(db, subdomain));
  return found ? realmContext(found, site) : null;
}

/** Finds the organization that was last at a subdomain, and has moved since. */
const findRealmByFormerSubdomain = (db: Reader, subdomain: string) =>
  db
    .selectFrom("server_fact")
    .innerJoin("realm", (join) => join.on("realm.id", "=", sql<number>`server_fact.value::int`))
    .select(["realm.id", "realm.subdomain", "realm.host"])
    .where("server_fact.key", "=", formerSubdomainKey(subdomain))
    .executeTakeFirst();

/** Returns the context of an organization, with its URL. Null for the realm of the system bots, which has no URL. */
export function realmContext(
  { id, subdomain, host }: Pick<Row<"realm">, "id" | "subdomain" | "host">,
  site: RealmSite,
): RealmContext | null {
  if (subdomain === null) return null;
  const { gravatar, webPublicChannels } = site;
  return { id, subdomain, url: realmUrl({ subdomain, host }, site), gravatar, webPublicChannels };
}

/** Loads an organization's settings, including those with their default value. */
export async function loadRealmSettings(db: Reader, realmId: number): Promise<RealmSettings> {
  const { settings } = await db
    .selectFrom("realm")
    .select("settings")
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  return resolveRealmSettings(settings);
}

/** Loads the email domains of an organization, in the order in which they were added. */
export const loadRealmDomains = (db: Reader, realmId: number): Promise<RealmDomain[]> =>
  db
    .selectFrom("realm_domain")
    .select(["domain", "allow_subdomains"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
