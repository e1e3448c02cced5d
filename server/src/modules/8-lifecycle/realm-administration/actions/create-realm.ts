import type { Tx } from "#kernel/db/types.ts";
import { insertRealm } from "#modules/1-ground/realms/actions/insert-realm.ts";
import { createSystemGroups } from "#modules/2-records/user-groups/actions/create-system-groups.ts";
import { SubdomainTaken } from "../errors.ts";
import { checkSubdomain, newRealmName } from "../new-realm.ts";

export interface NewRealm {
  /** A label before the server's host, or the empty text for the host itself. */
  readonly subdomain: string;
  readonly name: string;
  readonly description?: string;
  readonly now: Date;
}

/** Creates an organization: its row, its counters and its system groups. It has neither people nor channels yet. */
export async function createRealm(
  tx: Tx,
  { subdomain, name, description = "", now }: NewRealm,
): Promise<{ id: number }> {
  checkSubdomain(subdomain);
  const realm = await insertRealm(tx, { subdomain, name: newRealmName(name), description, now });
  if (!realm) throw new SubdomainTaken();
  await createSystemGroups(tx, realm.id, now);
  return realm;
}
