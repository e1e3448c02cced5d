import type { Tx } from "@parlance/kernel/db/types.ts";
import { insertRealm } from "#modules/organizations/core/actions/insert-realm.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { createSystemGroups } from "#modules/groups/core/actions/system-groups/create-system-groups.ts";
import { SubdomainInUse } from "../errors.ts";
import { assertValidSubdomain, parseRealmName } from "../realm-name-and-subdomain.ts";

export interface NewRealm {
  /** Subdomain of the server's host, or the empty string for the host itself. */
  readonly subdomain: string;
  readonly name: string;
  readonly description?: string;
  readonly now: Date;
}

/**
 * Settings of a new organization that differ from the defaults. Read receipts are enabled, because users can join only
 * by invitation. They are not enabled by default, because organizations created by earlier releases have none.
 */
const newRealmSettings: Partial<RealmSettings> = { enable_read_receipts: true };

/** Creates an organization with its counters and system groups, but without users and channels. */
export async function createRealm(
  tx: Tx,
  { subdomain, name, description = "", now }: NewRealm,
): Promise<{ id: number }> {
  assertValidSubdomain(subdomain);
  const row = { subdomain, name: parseRealmName(name), description, settings: newRealmSettings, now };
  const realm = await insertRealm(tx, row);
  if (!realm) throw new SubdomainInUse();
  await createSystemGroups(tx, realm.id, now);
  return realm;
}
