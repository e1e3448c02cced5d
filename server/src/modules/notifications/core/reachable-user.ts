import type { Reader } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";

/** Where people are looked for. */
interface Around {
  readonly directories: Directories;
  readonly site: RealmSite;
}

/** Somebody who can be told of something: they and their organization are active. Null: they cannot. */
export async function reachedPerson(db: Reader, { directories, site }: Around, userId: number) {
  const row = await db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["realm.id", "realm.subdomain", "realm.host"])
    .where("account.id", "=", userId)
    .where("realm.deactivated_at", "is", null)
    .executeTakeFirst();
  const realm = row && realmContext(row, site);
  if (!realm) return null;
  const directory = await directories.now(realm.id);
  const account = directory.of(people).get(userId);
  if (!account?.is_active) return null;
  return { realm, directory, account, reader: { id: userId, realmId: realm.id, role: account.role } };
}
