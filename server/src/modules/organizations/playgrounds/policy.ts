import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { listPlaygrounds } from "./queries.ts";

/**
 * Locks and loads the organization's playgrounds before a change; no other transaction can change any until this one
 * ends.
 */
export async function lockPlaygrounds(tx: Tx, realmId: number): Promise<Playground[]> {
  await lockRealm(tx, realmId);
  return listPlaygrounds(tx, realmId);
}
