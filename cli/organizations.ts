import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { realmUrl } from "@parlance/server/modules/organizations/core/hosts.ts";
import { CommandError } from "./command-error.ts";

export interface Organization extends Pick<RealmContext, "id" | "subdomain" | "url"> {
  readonly name: string;
  readonly isDeactivated: boolean;
  /** Number of active human users. */
  readonly userCount: number;
}

/** Loads all organizations of a server, ordered by id. */
export async function loadOrganizations(db: Reader, url: string): Promise<Organization[]> {
  const rows = await db
    .selectFrom("realm")
    .select(["id", "subdomain", "host", "name", "deactivated_at"])
    .select((realm) =>
      realm
        .selectFrom("account")
        .whereRef("account.realm_id", "=", "realm.id")
        .where("account.is_active", "=", true)
        .where("account.bot_type", "is", null)
        .select(({ fn }) => fn.countAll<number>().as("people"))
        .as("people"),
    )
    .where("subdomain", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id, subdomain, host, name, deactivated_at, people }) => ({
    id,
    subdomain: subdomain ?? "",
    url: realmUrl({ subdomain: subdomain ?? "", host }, { url }),
    name,
    isDeactivated: deactivated_at !== null,
    userCount: people ?? 0,
  }));
}

/**
 * Finds the organization with the given subdomain. Without a subdomain, returns the only organization.
 * @throws CommandError if there is no such organization, or if there are several and no subdomain is given
 */
export async function findOrganization(db: Reader, url: string, subdomain?: string): Promise<Organization> {
  const all = await loadOrganizations(db, url);
  if (all.length === 0) throw new CommandError("no organization exists yet; see `parlance organization create --help`");
  const names = all.map((one) => (one.subdomain === "" ? "'' (the server's own address)" : one.subdomain)).join(", ");
  if (subdomain !== undefined) {
    const found = all.find((one) => one.subdomain === subdomain.toLowerCase());
    if (!found) throw new CommandError(`no organization '${subdomain}'; existing organizations: ${names}`);
    return found;
  }
  const [only, ...others] = all;
  if (!only || others.length > 0)
    throw new CommandError(`specify the organization with --organization; existing organizations: ${names}`);
  return only;
}
