import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import type { Reader } from "#kernel/db/types.ts";
import { realmSettings } from "#modules/1-ground/realms/queries.ts";
import { usesLdap } from "./availability.ts";

interface Whose {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Whether an account's password is the directory's affair: its owner was seen there, and the organization lets people log
 * in by LDAP. Such an account has no other password, even if the entry is gone.
 */
export async function belongsToDirectory(
  db: Reader,
  ldap: LdapSettings | undefined,
  { realmId, userId }: Whose,
): Promise<boolean> {
  if (ldap === undefined) return false;
  const link = await db.selectFrom("directory_link").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  if (!link) return false;
  return usesLdap(ldap, (await realmSettings(db, realmId)).authentication_methods);
}
