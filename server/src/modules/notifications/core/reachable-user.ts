import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";

/** Services with which a user is loaded. */
interface ReachabilityContext {
  readonly snapshots: OrganizationSnapshots;
  readonly site: RealmSite;
}

/** Loads a user who can be notified; null if the account or the organization is deactivated. */
export async function findReachableUser(db: Reader, { snapshots, site }: ReachabilityContext, userId: number) {
  const row = await db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["realm.id", "realm.subdomain", "realm.host"])
    .where("account.id", "=", userId)
    .where("realm.deactivated_at", "is", null)
    .executeTakeFirst();
  const realm = row && realmContext(row, site);
  if (!realm) return null;
  const snapshot = await snapshots.current(realm.id);
  const account = snapshot.get(users).get(userId);
  if (!account?.is_active) return null;
  return { realm, snapshot, account, reader: { id: userId, realmId: realm.id, role: account.role } };
}
