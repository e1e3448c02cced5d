import { isIP } from "node:net";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { formerSubdomainKey, type Site } from "#modules/organizations/core/hosts.ts";

/**
 * Returns the hosts that need certificates: the server's own host, the hosts of all active organizations, and their
 * former hosts. Any other host name is made up by a client, and gets no certificate. IP addresses and names without a
 * dot get none either.
 */
export async function hostsInUse(db: Reader, site: Site): Promise<Set<string>> {
  const own = new URL(site.url).hostname;
  const below = (subdomain: string) => (subdomain === "" ? own : `${subdomain}.${own}`);
  const open = await db
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("subdomain", "is not", null)
    .where("deactivated_at", "is", null)
    .execute();
  const prefix = formerSubdomainKey("");
  const former = await db
    .selectFrom("server_fact")
    .innerJoin("realm", (join) => join.on("realm.id", "=", sql<number>`server_fact.value::int`))
    .select("server_fact.key")
    .where("server_fact.key", "like", `${prefix.replaceAll("_", "\\_")}%`)
    .where("realm.deactivated_at", "is", null)
    .execute();
  const hosts = [
    own,
    ...open.map(({ subdomain, host }) => host ?? below(subdomain ?? "")),
    ...former.map(({ key }) => below(key.slice(prefix.length))),
  ];
  return new Set(hosts.filter((host) => isIP(host) === 0 && host.includes(".")));
}
